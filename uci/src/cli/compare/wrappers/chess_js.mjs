// chess.js (npm install chess.js) for `canopy compare --engine node --engine-arg FILE.mjs`
import { createInterface } from 'node:readline'
import { Chess } from 'chess.js'

let chess = new Chess()
for await (const line of createInterface({ input: process.stdin })) {
  const [command, ...words] = line.trim().split(/\s+/)
  if (command === 'uci') console.log('uciok')
  else if (command === 'isready') console.log('readyok')
  else if (command === 'position') {
    const [setup, moves = ''] = words.join(' ').split(' moves ')
    chess = setup === 'startpos' ? new Chess() : new Chess(setup.slice('fen '.length))
    for (const text of moves.split(' ').filter(Boolean)) {
      chess.move({ from: text.slice(0, 2), to: text.slice(2, 4), promotion: text[4] })
    }
  } else if (command === 'go' && words[0] === 'perft') {
    let total = 0
    for (const move of chess.moves({ verbose: true })) {
      chess.move(move)
      const count = words[1] > 1 ? chess.perft(words[1] - 1) : 1
      chess.undo()
      total += count
      console.log(`${move.from}${move.to}${move.promotion ?? ''}: ${count}`)
    }
    console.log(`\nNodes searched: ${total}\n`)
  } else if (command === 'quit') break
}
process.exit(0)
