import { useT } from '../../../i18n/useT.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import { WarningIcon } from '../../../ui/icons.ts'
import { Strip } from '../../Strip.tsx'
import { useLeftSteps } from './useLeftSteps.ts'

/** Above the work: steps that could not be sent may be sent again, now that their author may write. */
export function LeftStrip() {
  const t = useT()
  const { sendable, isSending, send } = useLeftSteps()
  if (sendable === 0) return null
  return (
    <Strip
      icon={WarningIcon}
      action={
        <Button busy={isSending} onClick={() => void send()}>
          {t('unsent.send')}
        </Button>
      }
    >
      {t('unsent.sendable', { n: sendable })}
    </Strip>
  )
}
