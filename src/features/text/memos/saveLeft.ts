/**
 * What was being written becomes a memo where its writer leaves the text, or the project is locked, and the browser could not keep it as a draft
 * (`memoDraft.ts`): what is not saved here is lost.
 */
import type { ProjectHandle } from '../../../data/copies/handle.ts'
import type { MemoDraft } from '../../../data/copies/memoDrafts.ts'
import type { Translate } from '../../../i18n/i18n.ts'
import { problemText } from '../../../i18n/problemText.ts'
import { isProblem, type Problem, type Result } from '../../../model/problems.ts'
import { copyText } from '../../../ui/feedback/copyText.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import type { AnswerPlace } from '../editing/answerPlace.ts'
import type { AnswerView } from '../useAnswerView.ts'
import { memoState, unsavedMemo } from './memoState.ts'

interface Leaving {
  project: Pick<ProjectHandle, 'run'>
  place: AnswerPlace
  opened: AnswerView
  canWrite: boolean
  t: Translate
}

/** The words that it was about are there no more. */
const misplaced: readonly Problem['kind'][] = ['emptySelection', 'outsideText']

/** A text that is not open, because it is just coming anew, has no place for it: the draft's own is the last that is known. */
export async function saveLeft(left: MemoDraft, { project, place, opened, canWrite, t }: Leaving): Promise<void> {
  const { memoId, text, before } = left
  if (!canWrite || text.trim() === '' || text === before) return
  const open = opened.state === 'open' ? opened : null
  const { from, to } = open?.coding.view.state.field(memoState).writing ?? left
  const words = { start: from, length: to - from, tick: open?.answer.tick() }
  const create = (at: { start: number; length: number; tick?: number | undefined }) =>
    project.run('createMemo', { ...place, ...at, content: text })
  let refused = problemOf(
    memoId === unsavedMemo ? await create(words) : await project.run('updateMemo', { memoId, content: text }),
  )
  // Someone has deleted it meanwhile: what was written is a memo of its own.
  if (refused?.kind === 'memoNotFound') refused = problemOf(await create(words))
  if (refused && misplaced.includes(refused.kind)) refused = problemOf(await create({ start: 0, length: 0 }))
  if (refused) offerWords(refused, text, t)
}

/** The words are nowhere else. They are not quoted: the project may be locked by now, and be left to lie open on the screen. */
function offerWords(refused: Problem, text: string, t: Translate): void {
  toast.show({
    kind: 'error',
    message: t('memo.notSaved'),
    note: problemText(refused),
    action: { label: t('text.copy'), onClick: () => void copyText(t, text) },
    timeout: 0,
  })
}

const problemOf = (done: Result<unknown>): Problem | null => (isProblem(done) ? done.problem : null)
