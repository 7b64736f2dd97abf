import { useRef, useState } from 'react'
import { type TakeBack, takeable } from '../../data/runTakeable.ts'
import { useProject, useRows, useValue } from '../../data/useLive.ts'
import { formatNumber } from '../../i18n/formats.ts'
import { useT } from '../../i18n/useT.ts'
import { isProblem } from '../../model/problems.ts'
import type { HitExtent } from '../../model/queries.ts'
import { none } from '../../model/schema.ts'
import { editorOf } from '../../state/editor.ts'
import { Modal } from '../../ui/dialogs/Modal.tsx'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { showProblem } from '../../ui/feedback/showProblem.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { HitList } from './HitList.tsx'
import { passagesOf, ticked } from './hits.ts'
import { type Asked, SearchFields } from './SearchFields.tsx'
import { useHits } from './useHits.ts'
import { usePassages } from './usePassages.ts'

/** A quirk that there is, or the title of one to be made. */
export type ChosenQuirk = { quirkId: number } | { title: string }

export interface CodeBySearchProps {
  open: boolean
  onClose: () => void
  /** What is sought at first. */
  start: string
  onChooseQuirk: (title: string) => Promise<ChosenQuirk | null>
  onHighlighted: (quirkId: number) => void
}

/** All hits of a text become highlights of one quirk, in one step: with a preview in which each can be left out. */
export function CodeBySearch({ open, onClose, start, onChooseQuirk, onHighlighted }: CodeBySearchProps) {
  const t = useT()
  const project = useProject()
  const editor = editorOf(project.uuid)
  const { activeSource } = editor
  const here = useValue('source', { sourceId: activeSource })
  const [asked, setAsked] = useState<Asked>({
    text: start,
    wholeWords: false,
    extent: 'match' satisfies HitExtent,
    everywhere: activeSource === none,
  })
  const { text, wholeWords, extent, everywhere } = asked
  const search = useHits({ text, wholeWords, extent, ...(!everywhere && { sourceIds: [activeSource] }) })
  const passage = usePassages(search.hits)
  const quirks = useRows('quirks', {})
  const [chosen, setChosen] = useState<ChosenQuirk | null>(null)
  const [working, setWorking] = useState(false)
  const stopped = useRef(false)
  const count = ticked(search.ticks)

  const known = chosen && 'quirkId' in chosen ? quirks?.get(chosen.quirkId) : undefined
  const quirk =
    chosen && 'title' in chosen
      ? { title: chosen.title, isNew: true }
      : known && { title: known.title || t('quirk.untitled'), color: known.color }

  const choose = async () => {
    const picked = await onChooseQuirk(t('search.chooseQuirk'))
    if (picked) setChosen(picked)
    return picked
  }
  const undo = async (takeBack: TakeBack) => {
    const undone = await takeBack()
    if (isProblem(undone)) showProblem(undone.problem)
  }
  /** What is highlighted, and how it is taken back; the id of the quirk comes once it is known. */
  const make = async (to: ChosenQuirk): Promise<void> => {
    const passages = passagesOf(search.hits, search.ticks)
    let quirkId = 'quirkId' in to ? to.quirkId : none
    const done = await takeable(project, 'title' in to ? 'undo.codeBySearch' : 'undo.createHighlights', async () => {
      if ('quirkId' in to) return project.run('createHighlights', { quirkId: to.quirkId, passages })
      const made = await project.runAll(
        [
          { command: 'createQuirk', args: { title: to.title } },
          { command: 'createHighlights', args: { quirkId: '$1' as unknown as number, passages } },
        ],
        'undo.codeBySearch',
      )
      if (!isProblem(made)) quirkId = made.ok[0] as number
      return made
    })
    if (isProblem(done)) return showProblem(done.problem)
    // One transaction cannot be left halfway: what came too late to be stopped is taken back.
    if (stopped.current) return undo(done.ok)
    onHighlighted(quirkId)
    onClose()
    toast.show({
      id: 'step',
      kind: 'success',
      message: t('search.done', { n: passages.length, title: 'title' in to ? to.title : (known?.title ?? '') }),
      action: { label: t('ui.undo'), onClick: () => void undo(done.ok) },
    })
  }
  const submit = async () => {
    if (working || count === 0) return
    if (editor.editing) return showProblem({ kind: 'highlightWhileEditing' })
    const to = chosen ?? (await choose())
    if (!to) return
    stopped.current = false
    setWorking(true)
    // One frame, so that it is seen that something goes on, and can be stopped before it begins.
    await new Promise((resolve) => setTimeout(resolve, count > MANY ? 400 : 0))
    if (!stopped.current) await make(to)
    setWorking(false)
  }

  return (
    <Modal
      open={open}
      onClose={onClose}
      title={t('search.title')}
      size="large"
      locked={working}
      onSubmit={() => void submit()}
      footer={
        <>
          <span className="hits-quirk">
            <Button onClick={() => void choose()} disabled={working}>
              {quirk ? (
                <span className="hits-quirk-name">
                  <span className="hits-dot" style={{ '--dot': 'color' in quirk ? quirk.color : 'var(--accent)' }} />
                  {'isNew' in quirk ? t('quirk.createNamed', { title: quirk.title }) : quirk.title}
                </span>
              ) : (
                t('search.chooseQuirk')
              )}
            </Button>
          </span>
          <Button
            onClick={() => {
              if (!working) return onClose()
              stopped.current = true
            }}
          >
            {t('ui.cancel')}
          </Button>
          <Button kind="primary" type="submit" busy={working} aria-disabled={count === 0 || undefined}>
            {t('search.highlight', { n: count, count: formatNumber(count) })}
          </Button>
        </>
      }
    >
      <SearchFields asked={asked} onChange={setAsked} sourceTitle={here?.title} />
      <HitList search={search} text={text} extent={extent} passage={passage} disabled={working} />
      {working && count > MANY && <ProgressBar label={t('search.working', { n: count })} share={null} />}
    </Modal>
  )
}

/** From so many on it takes a while. */
const MANY = 5000
