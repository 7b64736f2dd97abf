import { useEffect, useState } from 'react'
import { useProject } from '../data/useLive.ts'
import { useT } from '../i18n/useT.ts'
import { Button } from '../ui/Button.tsx'
import { Modal } from '../ui/Modal.tsx'
import { TextField } from '../ui/TextField.tsx'
import { keepAuthor, knownAuthor } from './author.ts'

/** Asks once for the author's name where nobody knows it. Left without an answer, it asks again at the next opening. */
export function AuthorDialog() {
  const t = useT()
  const project = useProject()
  const [open, setOpen] = useState(false)
  const [name, setName] = useState('')
  useEffect(() => {
    let gone = false
    void knownAuthor().then((known) => {
      if (gone) return
      if (known) void keepAuthor(project, known)
      else setOpen(true)
    })
    return () => {
      gone = true
    }
  }, [project])

  const submit = () => {
    if (!name.trim()) return
    setOpen(false)
    void keepAuthor(project, name.trim())
  }
  return (
    <Modal
      open={open}
      onClose={() => setOpen(false)}
      title={t('author.ask')}
      description={t('author.askText')}
      size="small"
      onSubmit={submit}
      footer={
        <Button type="submit" kind="primary" disabled={!name.trim()}>
          {t('author.continue')}
        </Button>
      }
    >
      <TextField label={t('author.name')} value={name} onChange={setName} maxLength={100} autoComplete="name" />
    </Modal>
  )
}
