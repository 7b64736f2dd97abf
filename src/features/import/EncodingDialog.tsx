import { useEffect, useState } from 'react'
import { useT } from '../../i18n/useT.ts'
import { Modal } from '../../ui/dialogs/Modal.tsx'
import { Button } from '../../ui/fields/Button.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { useScrolledByKey } from '../../ui/useScrolledByKey.ts'

interface EncodingDialogProps {
  open: boolean
  file: string
  /** It was read as this. */
  guess: string
  encodings: readonly string[]
  /** Some of its words as they are in an encoding. */
  wordsIn: (encoding: string) => Promise<string>
  onAnswer: (encoding: string) => void
}

/** How a text is written that does not say so: its words show which encoding is right. Mount it anew each time. */
export function EncodingDialog({ open, file, guess, encodings, wordsIn, onAnswer }: EncodingDialogProps) {
  const t = useT()
  const scrolled = useScrolledByKey()
  const [encoding, setEncoding] = useState(guess)
  const [words, setWords] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the function is another at each drawing, and asks the same
  useEffect(() => {
    let isCurrent = true
    void wordsIn(encoding).then((found) => isCurrent && setWords(found))
    return () => {
      isCurrent = false
    }
  }, [encoding])
  return (
    <Modal
      open={open}
      onClose={() => onAnswer(guess)}
      title={t('import.encoding.title', { file })}
      description={t('import.encoding.text')}
      onSubmit={() => onAnswer(encoding)}
      footer={
        <Button type="submit" kind="primary">
          {t('import.encoding.right')}
        </Button>
      }
    >
      <Select
        label={t('import.encoding.label')}
        options={[...new Set([guess, ...encodings])].map((value) => ({ value, label: value }))}
        value={encoding}
        onChange={setEncoding}
      />
      <output ref={scrolled} className="import-words" dir="auto" aria-label={t('import.encoding.words')}>
        {words}
      </output>
    </Modal>
  )
}
