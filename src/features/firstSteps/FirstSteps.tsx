import { useEffect, useLayoutEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useProject } from '../../data/live/useLive.ts'
import { useT } from '../../i18n/useT.ts'
import { editorOf } from '../../state/editor.ts'
import { firstSteps } from '../../state/firstSteps.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { IconButton } from '../../ui/fields/IconButton.tsx'
import { CloseIcon } from '../../ui/icons.ts'
import { isDone } from './isDone.ts'

/** Five steps below the work, which can be done, skipped or left at any time; one that is done leads to the next. */
export function FirstSteps() {
  const t = useT()
  const [at, setAt] = useState(0)
  const now = useNow()
  const [begun, setBegun] = useState(now)
  const go = (to: number) => {
    setAt(to)
    setBegun(now)
  }
  const steps = [
    t('firstSteps.read'),
    t('firstSteps.code'),
    t('firstSteps.quirk', { newQuirk: t('canvas.newQuirk') }),
    t('firstSteps.undo', { undo: t('ui.undo'), history: t('history.title') }),
    t('firstSteps.look', { view: t('project.view'), analysis: t('project.analysis'), help: t('help.title') }),
  ]
  const isLast = at === steps.length - 1
  const done = isDone(at, begun, now)
  useEffect(() => {
    if (done) go(at + 1)
  })
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    dataset.firstSteps = ''
    return () => {
      delete dataset.firstSteps
    }
  }, [])
  const leave = () => {
    firstSteps.uuid = null
  }
  return (
    <section className="first-steps" aria-label={t('firstSteps.title')} data-keep-clear>
      <h2>{t('firstSteps.title')}</h2>
      <p role="status">{steps[at]}</p>
      <footer>
        <span>{t('firstSteps.at', { n: at + 1, of: steps.length })}</span>
        {at > 0 && <Button onClick={() => go(at - 1)}>{t('ui.back')}</Button>}
        <Button kind="primary" onClick={() => (isLast ? leave() : go(at + 1))}>
          {t(isLast ? 'ui.done' : 'firstSteps.next')}
        </Button>
        <IconButton icon={CloseIcon} label={t('firstSteps.leave')} size="small" onClick={leave} />
      </footer>
    </section>
  )
}

function useNow() {
  const project = useProject()
  const { undo, redo } = useSnapshot(project.history)
  const { activeSource } = useSnapshot(editorOf(project.uuid))
  return { undo, redo, activeSource }
}
