import { useProject } from '../../data/live/useLive.ts'
import { none } from '../../model/schema.ts'
import { editorOf, openQuestion, openSource, revealPassage } from '../../state/editor.ts'

interface Ways {
  onText: () => void
  onQuirk: (quirkId: number) => void
}

/** Goes to where another person is: the words that they have selected, the source they read, the quirk in their hand. */
export function useGoToPerson({ onText, onQuirk }: Ways): (who: number) => void {
  const project = useProject()
  return (who) => {
    const person = project.people.find(who)
    if (!person) return
    const { sourceId, questionId, selection, quirkId } = person
    if (quirkId !== null) return onQuirk(quirkId)
    if (sourceId === none) return
    const editor = editorOf(project.uuid)
    if (selection) {
      const start = Math.min(selection.anchor, selection.head)
      const length = Math.abs(selection.anchor - selection.head)
      revealPassage(editor, { sourceId, questionId, start, length })
    } else {
      openSource(editor, sourceId)
      openQuestion(editor, questionId)
    }
    onText()
  }
}
