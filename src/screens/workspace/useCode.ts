import type { ProjectHandle } from '../../data/copies/handle.ts'
import { takeable } from '../../data/copies/runTakeable.ts'
import { rowsKnown } from '../../data/live/sharedRows.ts'
import { useProject } from '../../data/live/useLive.ts'
import { quirksOf } from '../../features/quirks/useRemoveQuirk.ts'
import { useT } from '../../i18n/useT.ts'
import type { Call, NewQuirk } from '../../model/commands.ts'
import { isProblem, ok, type Result } from '../../model/problems.ts'
import type { QuirkRow } from '../../model/queries.ts'
import { tellCoding } from '../../state/coded.ts'
import type { CodedWords, CodePassage } from '../../state/codePassage.ts'
import { type EditorState, editorOf, noteUsed } from '../../state/editor.ts'
import type { Passage } from '../../state/passage.ts'
import { showProblem } from '../../ui/feedback/showProblem.ts'
import { toast } from '../../ui/feedback/toast.ts'

type Given = Parameters<CodePassage>[1]

/**
 * The one act of coding, whichever way it comes: it runs the command, makes the quirk the current one, lets go of the words, lets the person go on, and
 * says what has happened or why it was refused.
 */
export function useCode(): CodePassage {
  const t = useT()
  const project = useProject()
  const editor = editorOf(project.uuid)
  const act: CodePassage = async (words, to, { say, toast: isShown, isHeld, after } = {}) => {
    // A highlight may get another quirk meanwhile, but none is made (1 §5).
    if (editor.editing && !('highlightId' in words)) {
      showProblem({ kind: 'highlightWhileEditing' })
      return null
    }
    let quirkId = 0
    const step = async (): Promise<Result<number>> => {
      const done = await run(project, words, to)
      if (!isProblem(done)) quirkId = done.ok
      return done
    }
    const done = 'passages' in words ? await takeable(project, stepOfMany(to), step) : await step()
    if (isProblem<unknown>(done)) {
      showProblem(done.problem)
      return null
    }
    const undo = async () => {
      const undone = typeof done.ok === 'function' && (await done.ok())
      if (undone && isProblem(undone)) showProblem(undone.problem)
    }
    if ('passages' in words && words.isStopped()) {
      await undo()
      return null
    }
    noteUsed(editor, quirkId)
    if (!('quirkId' in to)) editor.toSee = { quirkId, parentId: null }
    if ('passage' in words && !isHeld && isSelected(editor, words.passage)) editor.selection = null
    after?.(quirkId)
    const quirk = await rowOf(project, quirkId)
    const title = ('quirkId' in to ? quirk?.title : to.title)?.trim() || t('quirk.untitled')
    const coded = t('text.coded', { title, n: quirk?.highlights ?? 1 })
    say?.(coded)
    if ('passages' in words)
      toast.show({
        id: 'step',
        kind: 'success',
        message: t('search.done', { n: words.passages.length, title }),
        action: { label: t('ui.undo'), onClick: () => void undo() },
      })
    else if (isShown) toast.show({ id: 'step', kind: 'success', message: coded, timeout: 1500 })
    return quirkId
  }
  return (words, to, options = {}) => {
    const done = act(words, to, options)
    if ('passage' in words) tellCoding({ passage: words.passage, isDropped: options.isDropped === true, done })
    return done
  }
}

const isSelected = ({ selection }: EditorState, { sourceId, questionId, start, length }: Passage): boolean =>
  selection?.sourceId === sourceId &&
  selection.questionId === questionId &&
  selection.start === start &&
  selection.length === length

/** One step, whether or not the quirk is made in it. */
async function run(project: ProjectHandle, words: CodedWords, to: Given): Promise<Result<number>> {
  if (!('quirkId' in to)) return runWithNew(project, words, to)
  const { quirkId } = to
  const done = await ('passage' in words
    ? project.run('createHighlight', { ...words.passage, quirkId })
    : 'passages' in words
      ? project.run('createHighlights', { passages: [...words.passages], quirkId })
      : project.run('updateHighlight', { highlightId: words.highlightId, quirkId }))
  return isProblem<unknown>(done) ? done : ok(quirkId)
}

/** What `runAll` puts the id of the first command's quirk in place of. */
const itsQuirk = { quirkId: '$1' as unknown as number }

async function runWithNew(project: ProjectHandle, words: CodedWords, quirk: NewQuirk): Promise<Result<number>> {
  if ('passage' in words) {
    const made = await project.run('createQuirkForPassage', { ...quirk, ...words.passage })
    return isProblem(made) ? made : ok(made.ok.quirkId)
  }
  const then: Call =
    'passages' in words
      ? { command: 'createHighlights', args: { passages: [...words.passages], ...itsQuirk } }
      : { command: 'updateHighlight', args: { highlightId: words.highlightId, ...itsQuirk } }
  const step = 'passages' in words ? stepOfMany(quirk) : 'undo.createQuirk'
  const made = await project.runAll([{ command: 'createQuirk', args: quirk }, then], step)
  return isProblem(made) ? made : ok(made.ok[0] as number)
}

const stepOfMany = (to: Given): string => ('quirkId' in to ? 'undo.createHighlights' : 'undo.codeBySearch')

/** From what the screen knows already, else from the worker. */
async function rowOf(project: ProjectHandle, quirkId: number): Promise<QuirkRow | undefined> {
  const known = rowsKnown(project, 'quirks', '{}')?.get(quirkId)
  return known ?? (await quirksOf(project)).find(({ id }) => id === quirkId)
}
