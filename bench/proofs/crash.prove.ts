// kill -9 of the server at 200 random moments (`KILLS`) under writes, of this machine with a plain and with a protected project, and of many people (`HOST=local|protected|cloud`: one of them): all that was
// acknowledged is there, files and accounts are sound. Throws where not.
import { crash } from '../../server/testing/crash.ts'

const seed = Number(process.env.SEED ?? Date.now() % 1e6)
for (const host of ['local', 'protected', 'cloud'] as const) {
  if (process.env.HOST !== undefined && process.env.HOST !== host) continue
  const figures = await crash(seed, Number(process.env.KILLS ?? 200), host)
  if (figures.repeated === 0 || figures.recovered === 0)
    throw new Error(`it did not kill under writes: ${JSON.stringify(figures)}`)
  if (figures.texts && figures.texts.taken === 0)
    throw new Error(`no kill fell between an edit of a text and its answer: ${JSON.stringify(figures)}`)
  console.log(`crash of the ${host} server (seed ${seed}): ${JSON.stringify(figures)}`)
}
