import { useEffect, useState } from 'react'
import { useT } from '../../i18n/useT.ts'
import { longestTitle } from '../../model/limits.ts'
import { Modal } from '../../ui/dialogs/Modal.tsx'
import { Button } from '../../ui/fields/Button.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'

interface RenameSourceProps {
  source: { id: number; title: string } | null
  onClose: () => void
  onRename: (sourceId: number, title: string) => void
}

export function RenameSource({ source, onClose, onRename }: RenameSourceProps) {
  const t = useT()
  const [title, setTitle] = useState('')
  useEffect(() => {
    if (source) setTitle(source.title)
  }, [source])
  const wanted = title.trim()
  const submit = () => {
    if (!source || wanted === '') return
    if (wanted === source.title) onClose()
    else onRename(source.id, wanted)
  }
  return (
    <Modal
      open={source !== null}
      onClose={onClose}
      title={t('source.renameTitle')}
      size="small"
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button kind="primary" type="submit" disabled={wanted === ''}>
            {t('ui.save')}
          </Button>
        </>
      }
    >
      <TextField
        label={t('source.title')}
        value={title}
        onChange={setTitle}
        maxLength={longestTitle}
        onFocus={(event) => event.currentTarget.select()}
      />
    </Modal>
  )
}
