/** One of the people of the proof: a browser on a road of its own, and what it was told as done. */
import type { BrowserContext, Page } from 'playwright-core'
import type { SlowNetwork } from '../../../fixtures/testing/slowNetwork.ts'
import type { Someone } from '../../../server/testing/serveCloud.ts'
import type { Args, CommandName, Returned } from '../../../src/model/commands.ts'
import type { Result } from '../../../src/model/problems.ts'
import type { ProjectFrame, SourceContent } from '../../../src/model/projectReader.ts'
import type { Table } from '../../../src/model/schema.ts'

/** What a person was told is done, and nobody takes back but by the undo of that step. */
export interface Told {
  /** A row, by its id; `typed`: words in the shared text. */
  what: Table | 'typed'
  key: string
  /** Of the history of the person's tab; null: it cannot be undone. */
  step: number | null
  undone: boolean
}

export interface Person {
  readonly name: string
  readonly account: Someone
  readonly context: BrowserContext
  readonly road: SlowNetwork
  page: Page
  /** The lines of the shared text in which this person alone writes: from, to. */
  readonly zone: readonly [number, number]
  readonly told: Told[]
  readonly complaints: string[]
  /** What it was told in passing: steps that were not taken, another right. */
  readonly notices: string[]
  /** Which source is on the screen. */
  open: string
  acts: number
}

export const shared = 'Shared'
export const lineName = (n: number): string => `Line ${n} of`

/** Everything of a project, as a copy has it. */
export interface Whole {
  frame: ProjectFrame
  contents: SourceContent[]
}

export const run = <N extends CommandName>(
  { page }: Person,
  command: N,
  args: Args<N>,
): Promise<Result<Returned<N>> & { step: number | null }> =>
  page.evaluate(
    async ([name, given]) => {
      const handle = window.together.handle()
      if (!handle) throw new Error('no project is open')
      const before = handle.history.undo?.id ?? null
      const done = await handle.run(name as 'createGroup', given as Args<'createGroup'>)
      // The history is told on another channel than the answer.
      for (let tries = 0; 'ok' in done && (handle.history.undo?.id ?? null) === before && tries < 15; tries += 1)
        await new Promise((resolve) => setTimeout(resolve, 20))
      return { ...done, step: handle.history.undo?.id ?? null } as never
    },
    [command, args] as const,
  )

/** Takes the last step back, or does it again, and notes what was told of it. */
export async function travel(person: Person, way: 'undo' | 'redo'): Promise<boolean> {
  const gone = await person.page.evaluate(async (which) => {
    const handle = window.together.handle()
    const step = handle?.history[which]?.id
    if (!handle || step === undefined) return null
    const other = which === 'undo' ? 'redo' : 'undo'
    const done = await handle[which]()
    if ('problem' in done) return null
    for (let tries = 0; handle.history[other]?.id !== step && tries < 50; tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 20))
    return step
  }, way)
  for (const each of person.told) if (gone !== null && each.step === gone) each.undone = way === 'undo'
  return gone !== null
}

export const whole = ({ page }: Person): Promise<Whole> =>
  page.evaluate(async () => {
    const handle = window.together.handle()
    if (!handle) throw new Error('no project is open')
    const frame = await handle.reader.frame()
    return { frame, contents: await handle.reader.contents(frame.sources.map(({ id }) => id)) }
  })

/** The words of an answer of the first question. */
export const textOf = ({ page }: Person, sourceId: number): Promise<string> =>
  page.evaluate(async (id) => {
    const posted = await window.together.handle()?.ask('answer', { sourceId: id, questionId: 1 })
    return posted && 'value' in posted ? (posted.value.rich?.text ?? '') : ''
  }, sourceId)
