import { useT } from '../../i18n/useT.ts'
import { CodesShownOnce } from './CodesShownOnce.tsx'

/** Recovery codes of an account. */
export function NewCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const t = useT()
  return (
    <CodesShownOnce
      title={t('account.recovery')}
      description={t('account.recoveryText')}
      text={`${t('account.recoveryFile')}\n\n${codes.join('\n')}\n`}
      file="thicket-recovery-codes.txt"
      done={t('account.recoveryKept')}
      onDone={onDone}
    >
      <ol className="account-codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
    </CodesShownOnce>
  )
}
