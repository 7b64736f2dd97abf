import { expect, test, vi } from 'vitest'
import type { MemoDraft } from '../../../data/copies/memoDrafts.ts'
import type { Problem } from '../../../model/problems.ts'
import { receiveToasts, type ToastEvent, toast } from '../../../ui/feedback/toast.ts'
import { unsavedMemo } from './memoState.ts'
import { saveLeft } from './saveLeft.ts'

const place = { sourceId: 7, questionId: 1 }
const draft: MemoDraft = {
  ...{ from: 3, to: 9, memoId: unsavedMemo, before: '', text: 'Ask again', words: 'letter', source: 'Anna' },
}
const written = { ...place, content: 'Ask again' }

/** What is run where the text is not open; `refusals` answer the first commands. */
async function left(given: Partial<MemoDraft>, refusals: readonly Problem[] = [], canWrite = true) {
  const run: [string, unknown][] = []
  const project = {
    run: async (command: string, args: unknown) => {
      const problem = refusals[run.length]
      run.push([command, args])
      return problem ? { problem } : { ok: 1 }
    },
  }
  await saveLeft({ ...draft, ...given }, {
    project,
    place,
    opened: { state: 'loading' },
    canWrite,
    t: (key: string) => key,
  } as never)
  return run
}

test('a memo that could not be kept is saved where its text is not open when it is left', async () => {
  expect(await left({})).toEqual([['createMemo', { ...written, start: 3, length: 6, tick: undefined }]])
  expect(await left({ memoId: 5, before: 'Ask' })).toEqual([['updateMemo', { memoId: 5, content: 'Ask again' }]])
})

test('nothing is saved where nothing was written, or by who may not write', async () => {
  expect(await left({ text: ' \n' })).toEqual([])
  expect(await left({ memoId: 5, before: 'Ask again' })).toEqual([])
  expect(await left({}, [], false)).toEqual([])
})

test('where the memo was deleted meanwhile, what was written is one of its own', async () => {
  const run = await left({ memoId: 5, before: 'Ask' }, [{ kind: 'memoNotFound' }])
  expect(run[1]).toEqual(['createMemo', { ...written, start: 3, length: 6, tick: undefined }])
})

test('where its words are there no more, it is on the whole source, and what is refused then is said', async () => {
  const outside: Problem = { kind: 'outsideText', start: 3, length: 6, textLength: 4 }
  expect((await left({}, [outside])).at(-1)).toEqual(['createMemo', { ...written, start: 0, length: 0 }])
  await left({}, [outside, { kind: 'answerNotFound' }])
  toast.close()
})

test('where its text is gone, the words can be copied for as long as one likes, and are not shown', async () => {
  const shown: ToastEvent[] = []
  const end = receiveToasts((event) => shown.push(event))
  await left({}, [{ kind: 'answerNotFound' }])
  end()
  const written = vi.fn(async (_: string) => {})
  vi.stubGlobal('navigator', { clipboard: { writeText: written } })
  const [last] = shown
  if (!last || !('show' in last)) throw new Error('Nothing was said.')
  expect(last.show).toMatchObject({ message: 'memo.notSaved', note: 'Answer not found', timeout: 0 })
  last.show.action?.onClick()
  expect(written.mock.calls).toEqual([['Ask again']])
  toast.close()
  vi.unstubAllGlobals()
})
