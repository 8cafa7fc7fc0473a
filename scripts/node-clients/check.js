#!/usr/bin/env node
// Drives canopy with the npm package `node-uci`. Every method is called, each with a time limit, so
// that a method that waits for output which Canopy never prints is reported by its name.
//
// The wrapper that `canopy compare` prints for `chess.js` is run as well.
//
// Needs the packages: `npm ci --prefix scripts/node-clients`, as .ci/run does.
// usage: node scripts/node-clients/check.js [--canopy PATH]
// Exit code: 0 success, 1 a failure, 2 wrong arguments.

import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

import uci from 'node-uci'

const { Engine, EngineChain } = uci

// Time limit of a call in milliseconds, far more than any takes.
const PATIENCE = 60_000

const KIWIPETE = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1'
const MATED = 'rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3'

// An object whose methods have a time limit and must all have been called at the end.
class Recorded {
  constructor(target) {
    this.target = target
    this.unused = new Set(Object.getOwnPropertyNames(Object.getPrototypeOf(target)))
    this.unused.delete('constructor')
  }

  async call(name, ...parameters) {
    this.unused.delete(name)
    const what = `${this.target.constructor.name}.${name}`
    return this.within(what, this.target[name](...parameters))
  }

  async within(what, promise) {
    const late = setTimeout(() => fail(`${what}: no end within ${PATIENCE / 1000} s`), PATIENCE)
    try {
      return await promise
    } finally {
      clearTimeout(late)
    }
  }

  checkAllUsed() {
    check(`${this.target.constructor.name}: all methods used`, [...this.unused], [])
  }
}

// Ends at once: cleaning up would wait for an engine that does not answer.
function fail(text) {
  console.log(text)
  process.exit(1)
}

function check(what, found, expected) {
  try {
    assert.deepEqual(found, expected)
  } catch {
    fail(`${what}: found ${JSON.stringify(found)}, expected ${JSON.stringify(expected)}`)
  }
  console.log(`${what}: ok`)
}

async function engine(canopy) {
  const engine = new Recorded(new Engine(canopy))
  await engine.call('init')
  const { id, options, proc } = engine.target
  check('Engine: name', id.name.split(' ')[0], 'Canopy')
  check('Engine: a check option', options.get('Ponder'), { type: 'check', default: false })
  check('Engine: a spin option', options.get('MultiPV').type, 'spin')
  check('Engine: a combo option', options.get('Kernel').options.includes('portable'), true)
  check('Engine: a button option', options.get('Clear Hash'), { type: 'button' })
  await engine.call('isready')
  await engine.call('ucinewgame')
  await engine.call('setoption', 'MultiPV', 2)
  await engine.call('setoption', 'Clear Hash')

  await engine.call('position', 'startpos', ['e2e4', 'e7e5'])
  const two = await engine.call('go', { depth: 4 })
  check('Engine: two lines', [...new Set(two.info.map(info => info.multipv))].sort(), [1, 2])
  const info = two.info.at(-1)
  for (const part of ['depth', 'seldepth', 'score', 'nodes', 'nps', 'hashfull', 'tbhits', 'time', 'pv']) {
    check(`Engine: info has ${part}`, part in info, true)
  }
  await engine.call('setoption', 'MultiPV', 1)
  for (const limit of [
    { nodes: 2000 },
    { movetime: 50 },
    { wtime: 500, btime: 500, winc: 10, binc: 10, movestogo: 10 },
    { depth: 3 },
  ]) {
    const { bestmove } = await engine.call('go', { ...limit, searchmoves: ['g1f3'] })
    check(`Engine: go ${JSON.stringify(limit)}`, bestmove, 'g1f3')
  }
  await engine.call('position', '7k/8/5KQ1/8/8/8/8/8 w - - 0 1')
  const mate = await engine.call('go', { mate: 1 })
  check('Engine: go mate', mate.info.at(-1).score, { unit: 'mate', value: 1 })
  await engine.call('position', MATED)
  check('Engine: no move for the mated side', (await engine.call('go', { depth: 2 })).bestmove, '(none)')

  await engine.call('position', KIWIPETE)
  // The package's ponderhit() looks for `readyok` at the end of a chunk, where lines of the search may follow it.
  const pondering = engine.call('go', { ponder: true, wtime: 5_000, btime: 5_000 })
  engine.target.write('ponderhit')
  check('Engine: ponder', (await pondering).bestmove.length >= 4, true)

  await engine.call('ponderhit')

  const emitter = engine.target.goInfinite()
  engine.unused.delete('goInfinite')
  const deep = new Promise(resolve => emitter.on('data', info => info.depth >= 3 && resolve()))
  await engine.within('Engine.goInfinite', deep)
  check('Engine: stop', (await engine.call('stop')).bestmove.length >= 4, true)

  // The two that the others are made of. `getBufferUntil` looks at the last line of a chunk alone.
  const counted = engine.call('getBufferUntil', line => line.startsWith('Checkers:'))
  engine.target.write('go perft 3')
  engine.target.write('d')
  engine.unused.delete('write')
  const lines = (await counted).filter(line => /^[a-h][1-8][a-h][1-8]: \d+$/.test(line))
  check('Engine: a line for each move', lines.length, 48)
  const total = lines.reduce((sum, line) => sum + Number(line.split(': ')[1]), 0)
  check('Engine: perft 3', total, 97862)
  await engine.call('sendCmd', 'd')
  await engine.call('quit')
  check('Engine: exit code', proc.exitCode, 0)
  await chain(engine)
  engine.checkAllUsed()
}

// The same in one sentence.
async function chain(engine) {
  engine.unused.delete('chain')
  const chain = new Recorded(engine.target.chain())
  check('EngineChain: made by the engine', chain.target instanceof EngineChain, true)
  const steps = chain.target
    .init()
    .setoption('MultiPV', 3)
    .isready()
    .ucinewgame()
    .position(KIWIPETE)
    .go({ depth: 3 })
  chain.unused.delete('chain')
  const { bestmove, info } = await chain.within('EngineChain.go', steps)
  check('EngineChain: go', [bestmove.length >= 4, info.at(-1).multipv], [true, 3])
  chain.target.position('startpos').quit()
  await chain.call('exec')
  chain.checkAllUsed()
}

// The program that `compare --wrapper` prints lets chess.js answer, which counts correctly.
function wrapper(canopy) {
  // Where node finds the package.
  const folder = path.join(path.dirname(fileURLToPath(import.meta.url)), 'node_modules')
  const program = path.join(folder, 'canopy-wrapper.mjs')
  writeFileSync(program, execFileSync(canopy, ['compare', '--wrapper', 'chess.js']))
  for (const [fen, depth] of [['startpos', 3], [KIWIPETE, 2]]) {
    const engine = ['--engine', process.execPath, '--engine-arg', program]
    const found = spawnSync(canopy, ['compare', ...engine, '--fen', fen, '--depth', depth], { timeout: PATIENCE })
    check(`wrapper: ${fen}`, [found.status, found.stderr.toString()], [0, ''])
  }
}

async function main() {
  const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..')
  const canopy = path.join(root, 'target', 'release', 'canopy')
  const options = { canopy: { type: 'string', default: canopy } }
  let values
  try {
    values = parseArgs({ options }).values
  } catch (error) {
    console.log(`${error.message}\nusage: check.js [--canopy PATH]`)
    process.exit(2)
  }
  await engine(values.canopy)
  wrapper(values.canopy)
}

await main()
