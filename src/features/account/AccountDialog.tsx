import type { ReactNode } from 'react'
import { useT } from '../../i18n/useT.ts'
import { Modal } from '../../ui/dialogs/Modal.tsx'
import { Button } from '../../ui/fields/Button.tsx'
import { FormProblem } from './FormProblem.tsx'
import { fieldOf } from './fieldOf.ts'
import type { Asking } from './useServerCall.ts'

interface AccountDialogProps {
  asking: Asking
  title: string
  description?: string
  /** A verb: what the button does. */
  submit: string
  danger?: boolean
  /** Problems that stand at a field of the form are not said twice. */
  fields?: readonly ReturnType<typeof fieldOf>[]
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** A change of the account: fields, what is wrong, and the button that does it. */
export function AccountDialog(props: AccountDialogProps) {
  const { asking, title, description, submit, danger, fields = [], onSubmit, onClose, children } = props
  const t = useT()
  const { busy, problem } = asking
  return (
    <Modal
      open
      size="small"
      locked={busy}
      title={title}
      description={description}
      onClose={onClose}
      onSubmit={onSubmit}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" kind={danger ? 'danger' : 'primary'} busy={busy}>
            {submit}
          </Button>
        </>
      }
    >
      {children}
      <FormProblem problem={problem && fields.includes(fieldOf(problem)) ? null : problem} />
    </Modal>
  )
}
