import { useT } from '../../../i18n/useT.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import { WarningIcon } from '../../../ui/icons.ts'
import { Strip } from '../../Strip.tsx'
import { usePlainWarning } from '../protection/usePlainWarning.tsx'
import { SetAsideActions } from './SetAsideActions.tsx'
import { useSetAsideSteps } from './useSetAsideSteps.ts'

/** Above the work: steps are set aside while their author may not write, and may be sent again once they may; or what they were about is gone. */
export function SetAsideStrip() {
  const t = useT()
  const { setAside, canWrite, sendable, isSending, send, download } = useSetAsideSteps()
  const plain = usePlainWarning()
  if (setAside > 0 && !canWrite)
    return (
      <Strip
        icon={WarningIcon}
        action={<Button onClick={() => plain.ask(() => void download())}>{t('unsent.download')}</Button>}
      >
        {t('setAside.notAllowed', { n: setAside })}
        {plain.dialog}
      </Strip>
    )
  if (setAside > 0 && sendable === 0)
    return (
      <Strip icon={WarningIcon} action={<SetAsideActions />}>
        {t('setAside.gone', { n: setAside })}
      </Strip>
    )
  if (sendable === 0) return null
  return (
    <Strip
      icon={WarningIcon}
      action={
        <Button busy={isSending} onClick={() => void send()}>
          {t('setAside.send')}
        </Button>
      }
    >
      {t('setAside.sendable', { n: sendable })}
    </Strip>
  )
}
