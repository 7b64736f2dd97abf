import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Button } from '../../ui/fields/Button.tsx'
import { PlusIcon, QuestionsIcon } from '../../ui/icons.ts'

interface MissingAnswerProps {
  /** Missing for those who may only look. */
  onCreate: (() => void) | undefined
}

/** A source without an answer to the question: a file that another program has written may be so. */
export function MissingAnswer({ onCreate }: MissingAnswerProps) {
  const t = useT()
  return (
    <EmptyState
      icon={QuestionsIcon}
      title={problemText({ kind: 'answerNotFound' })}
      actions={
        onCreate && (
          <Button kind="primary" icon={PlusIcon} onClick={onCreate}>
            {t('question.createAnswer')}
          </Button>
        )
      }
    >
      {t('question.missingText')}
    </EmptyState>
  )
}
