import { useState } from 'react'
import { useT } from '../../i18n/useT.ts'
import { firstSteps } from '../../state/firstSteps.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { IconButton } from '../../ui/fields/IconButton.tsx'
import { CloseIcon } from '../../ui/icons.ts'

/** Five steps beside the work, which can be done, skipped or left at any time. */
export function FirstSteps() {
  const t = useT()
  const [at, setAt] = useState(0)
  const steps = [
    t('firstSteps.read'),
    t('firstSteps.code'),
    t('firstSteps.quirk', { newQuirk: t('canvas.newQuirk') }),
    t('firstSteps.undo', { undo: t('ui.undo'), history: t('history.title') }),
    t('firstSteps.look', { view: t('project.view'), analysis: t('project.analysis'), help: t('help.title') }),
  ]
  const isLast = at === steps.length - 1
  const leave = () => {
    firstSteps.uuid = null
  }
  return (
    <section className="first-steps" aria-label={t('firstSteps.title')}>
      <header>
        <h2>{t('firstSteps.title')}</h2>
        <IconButton icon={CloseIcon} label={t('firstSteps.leave')} size="small" onClick={leave} />
      </header>
      <p role="status">{steps[at]}</p>
      <footer>
        <span>{t('firstSteps.at', { n: at + 1, of: steps.length })}</span>
        {at > 0 && <Button onClick={() => setAt(at - 1)}>{t('ui.back')}</Button>}
        <Button kind="primary" onClick={() => (isLast ? leave() : setAt(at + 1))}>
          {t(isLast ? 'ui.done' : 'firstSteps.next')}
        </Button>
      </footer>
    </section>
  )
}
