// kill -9 of the server at 100 random moments while it saves copies, makes backups and writes a project back to a share. Throws where a file is there in part, or something acknowledged is lost.
import { saving } from '../../server/testing/saving.ts'

const seed = Number(process.env.SEED ?? Date.now() % 1e6)
const figures = await saving(seed, Number(process.env.KILLS ?? 100))
if (figures.owed === 0 || figures.unfinished === 0 || figures.written === 0)
  throw new Error(`it did not kill while files were written: ${JSON.stringify(figures)}`)
console.log(`saving (seed ${seed}): ${JSON.stringify(figures)}`)
