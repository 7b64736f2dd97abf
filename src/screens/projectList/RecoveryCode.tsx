import { useEffect } from 'react'
import { CodesShownOnce } from '../../features/account/CodesShownOnce.tsx'
import { useT } from '../../i18n/useT.ts'
import { showRecovery } from '../../state/recoveryShown.ts'

interface RecoveryCodeProps {
  code: string
  /** What the project is called. */
  name: string
  onDone: () => void
}

/** The recovery code of a protected project. */
export function RecoveryCode({ code, name, onDone }: RecoveryCodeProps) {
  const t = useT()
  useEffect(showRecovery, [])
  return (
    <CodesShownOnce
      title={t('account.recoveryCode')}
      description={t('protection.recoveryText')}
      text={`${t('protection.recoveryFile', { name })}\n\n${code}\n`}
      file="thicket-recovery-code.txt"
      done={t('protection.recoveryKept')}
      onDone={onDone}
    >
      <p>
        <code>{code}</code>
      </p>
    </CodesShownOnce>
  )
}
