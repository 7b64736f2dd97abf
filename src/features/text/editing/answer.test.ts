/** One open text against a worker that answers at once. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { parseHtml } from '../../../model/text/richText.ts'
import { memoryProject } from '../testing/memoryProject.ts'
import { openAnswer } from './answer.ts'
import { fromRich, type LocalStep, type ShownText, tryStep } from './shownText.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
  vi.stubGlobal('document', { addEventListener: () => {}, removeEventListener: () => {} })
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it.each([false, true])(
  'what is typed into a text that takes no edits goes out of it, and is given back: left meanwhile %s',
  async (isLeft) => {
    const rich = parseHtml('<p>I trusted \uFFFD\uFFFD him.</p>')
    const { handle } = memoryProject(rich, [])
    const cut: unknown[] = []
    const problems: unknown[] = []
    const refusing = { ...handle, run: async () => ({ problem: { kind: 'textUnreadable' } }) as never }
    const answer = openAnswer(
      refusing,
      { sourceId: 1, questionId: 1 },
      {
        onText: () => {},
        onSteps: () => {},
        onCaughtUp: () => {},
        onProblem: (problem) => problems.push(problem),
        onWatched: () => {},
        onCutOff: (words, why) => cut.push([words, why]),
      },
    )
    await vi.advanceTimersByTimeAsync(100)
    answer.begin()
    const step = {
      type: 'text',
      changes: [[0, 'never '], rich.text.length],
      format: { marks: [], kinds: [], images: [] },
    } as const
    const done = tryStep(answer.shown() as ShownText, step as never) as { shown: ShownText } & Pick<
      LocalStep,
      'inverse'
    >
    answer.edited([{ step: step as never, inverse: done.inverse }], done.shown, { from: 6, to: 6 } as never, 'type')
    if (isLeft) answer.close()
    await vi.advanceTimersByTimeAsync(5000)
    expect(cut).toEqual([['never ', 'unreadable']])
    expect(problems).toEqual([])
    expect(answer.shown()?.doc.toString()).toBe(fromRich(rich).doc.toString())
    expect(answer.local()).toEqual([])
  },
)
