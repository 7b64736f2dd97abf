import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import type { EditorState } from '../../state/editor.ts'
import { copyText } from '../../ui/feedback/copyText.ts'
import { toast } from '../../ui/feedback/toast.ts'
import type { CutOff } from './editing/answer.ts'

/** Of the words that are quoted, in UTF-16 units; the whole of them can be copied. */
const longestQuoted = 160

/** What happens where another text has come in place of the one that was being written in, or it takes no edits: editing ends, and words that are nowhere else are offered. */
export function useCutOff(editor: EditorState): (words: string, why: CutOff, isShown: boolean) => void {
  const t = useT()
  return (words, why, isShown) => {
    const unreadable = problemText({ kind: 'textUnreadable' })
    const wasEditing = isShown && editor.editing
    if (wasEditing) editor.editing = false
    if (words !== '') {
      const quoted = words.length > longestQuoted ? `${words.slice(0, longestQuoted)}…` : words
      const action = { label: t('text.copy'), onClick: () => void copyText(t, words) }
      toast.show({
        kind: 'warning',
        message:
          why === 'unreadable'
            ? `${unreadable} ${t('unsent.written')} ${quoted}`
            : t(why === 'gone' ? 'text.goneWords' : 'text.cutOffWords', { words: quoted }),
        action,
        timeout: 0,
      })
    } else if (wasEditing) {
      const message = why === 'unreadable' ? unreadable : t('text.cutOff')
      toast.show({ kind: 'warning', message, timeout: 10_000, id: 'cutOff' })
    }
  }
}
