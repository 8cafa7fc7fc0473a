#!/usr/bin/env node
// chess.js as an engine for `canopy compare --engine node --engine-arg FILE.mjs`.
// For another library, replace the functions that use `Chess`. Needs: npm install chess.js
import { createInterface } from 'node:readline'

import { Chess, DEFAULT_POSITION } from 'chess.js'

function perft(chess, depth) {
  if (depth === 0) return 1
  let count = 0
  for (const move of chess.moves({ verbose: true })) {
    chess.move(move)
    count += perft(chess, depth - 1)
    chess.undo()
  }
  return count
}

function divide(chess, depth) {
  let total = 0
  for (const move of chess.moves({ verbose: true })) {
    chess.move(move)
    const count = perft(chess, depth - 1)
    chess.undo()
    total += count
    console.log(`${move.from}${move.to}${move.promotion ?? ''}: ${count}`)
  }
  console.log(`\nNodes searched: ${total}\n`)
}

function position(words) {
  const at = words.includes('moves') ? words.indexOf('moves') : words.length
  const chess = new Chess(words[1] === 'startpos' ? DEFAULT_POSITION : words.slice(2, at).join(' '))
  for (const text of words.slice(at + 1)) {
    chess.move({ from: text.slice(0, 2), to: text.slice(2, 4), promotion: text[4] })
  }
  return chess
}

let chess = new Chess()
for await (const line of createInterface({ input: process.stdin })) {
  const words = line.trim().split(/\s+/)
  if (words[0] === 'uci') console.log('id name chess.js\nuciok')
  else if (words[0] === 'isready') console.log('readyok')
  else if (words[0] === 'position') chess = position(words)
  else if (words[0] === 'go' && words[1] === 'perft') divide(chess, Number(words[2]))
  else if (words[0] === 'quit') break
}
process.exit(0)
