// Projects of other programs (.qdpx), drawn with hard texts and every way of counting positions, are read so that each highlight and memo lies on
// the very words that were meant. Throws where one differs although the reader was sure of the way, or found it likely. SEEDS and SEED choose.
import { seeded } from '../../fixtures/random.ts'
import { refiOnce } from '../../workers/import/testing/refiCase.ts'

const first = Number(process.env.SEED ?? 1)
const count = Number(process.env.SEEDS ?? 5000)
const total = { compared: 0, names: 0, edges: 0, origin: 0, guessedWrong: 0 }
for (let seed = first; seed < first + count; seed++) {
  try {
    const { compared, evidence, isWrong } = await refiOnce(seeded(seed).below)
    total.compared += compared
    total[evidence] += 1
    if (isWrong) total.guessedWrong += 1
  } catch (error) {
    throw new Error(`seed ${seed}`, { cause: error })
  }
}
if (total.compared < count * 20 || total.guessedWrong * 100 > count) throw new Error(JSON.stringify(total))
console.log(`refi: seeds ${first}–${first + count - 1}: ${JSON.stringify(total)}`)
