import { useT } from '../../../i18n/useT.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import { WarningIcon } from '../../../ui/icons.ts'
import { Strip } from '../../Strip.tsx'
import { LeftActions } from './LeftActions.tsx'
import { useLeftSteps } from './useLeftSteps.ts'

/** Above the work: steps that could not be sent are kept while their author may not write, and may be sent again once they may; or what they were about is gone. */
export function LeftStrip() {
  const t = useT()
  const { left, canWrite, sendable, isSending, send, download } = useLeftSteps()
  if (left > 0 && !canWrite)
    return (
      <Strip icon={WarningIcon} action={<Button onClick={() => void download()}>{t('settings.leftDownload')}</Button>}>
        {t('unsent.notAllowed', { n: left })}
      </Strip>
    )
  if (left > 0 && sendable === 0)
    return (
      <Strip icon={WarningIcon} action={<LeftActions />}>
        {t('unsent.gone', { n: left })}
      </Strip>
    )
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
