import { useState } from 'react'
import { questionTitle } from '../../i18n/questionTitle.ts'
import { useT } from '../../i18n/useT.ts'
import type { Question } from '../../model/schema.ts'
import { Modal } from '../../ui/dialogs/Modal.tsx'
import { Button } from '../../ui/fields/Button.tsx'
import { Select } from '../../ui/fields/Select.tsx'

interface QuestionOfImportProps {
  open: boolean
  /** In their order. */
  questions: readonly Question[]
  /** The one whose tab is shown. */
  shown: number
  /** Null: nothing is imported. */
  onAnswer: (questionId: number | null) => void
}

/** In a project with several questions: which of them the texts answer. Mount it anew each time. */
export function QuestionOfImport({ open, questions, shown, onAnswer }: QuestionOfImportProps) {
  const t = useT()
  const [questionId, setQuestionId] = useState(shown)
  return (
    <Modal
      open={open}
      onClose={() => onAnswer(null)}
      size="small"
      title={t('import.which')}
      description={t('import.whichNote')}
      onSubmit={() => onAnswer(questionId)}
      footer={
        <>
          <Button onClick={() => onAnswer(null)}>{t('ui.cancel')}</Button>
          <Button type="submit" kind="primary">
            {t('import.start')}
          </Button>
        </>
      }
    >
      <Select
        label={t('import.question')}
        options={questions.map((question, at) => ({ value: question.id, label: questionTitle(question, at) }))}
        value={questionId}
        onChange={setQuestionId}
      />
    </Modal>
  )
}
