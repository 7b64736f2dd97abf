import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useProject, useValue } from '../../data/live/useLive.ts'
import { formatNumber } from '../../i18n/formats.ts'
import { useT } from '../../i18n/useT.ts'
import type { HitExtent } from '../../model/queries.ts'
import { none } from '../../model/schema.ts'
import type { CodePassage, NamedQuirk } from '../../state/codePassage.ts'
import { editorOf } from '../../state/editor.ts'
import { Modal } from '../../ui/dialogs/Modal.tsx'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { Button } from '../../ui/fields/Button.tsx'
import { HitList } from './HitList.tsx'
import { passagesOf, ticked } from './hits.ts'
import { type Asked, SearchFields } from './SearchFields.tsx'
import { useHits } from './useHits.ts'
import { usePassages } from './usePassages.ts'

/** The field in which the quirk is chosen or named. */
export interface QuirkSlot {
  label: string
  value: NamedQuirk | null
  onChange: (quirk: NamedQuirk | null) => void
  field: RefObject<HTMLInputElement | null>
  disabled: boolean
}

export interface CodeBySearchProps {
  open: boolean
  onClose: () => void
  /** What is sought at first: where it is given, only the quirk is left to be said. */
  start: string
  quirkField: (slot: QuirkSlot) => ReactNode
  onCode: CodePassage
}

/** All hits of a text become highlights of one quirk, in one step: with a preview in which each can be left out. */
export function CodeBySearch({ open, onClose, start, quirkField, onCode }: CodeBySearchProps) {
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
  const [chosen, setChosen] = useState<NamedQuirk | null>(null)
  const [working, setWorking] = useState(false)
  const stopped = useRef(false)
  const count = ticked(search.ticks)

  const textBox = useRef<HTMLDivElement>(null)
  const quirkInput = useRef<HTMLInputElement>(null)
  const textInput = useRef<HTMLInputElement>(null)
  const highlightButton = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    textInput.current = textBox.current?.querySelector('input') ?? null
  })
  const wantedId = useId()
  const wanted = wantedOf({
    text,
    searching: search.searching,
    hits: search.hits.count,
    count,
    hasQuirk: chosen !== null,
  })
  /** Picked in the list, not in passing: the next Enter highlights, and it is seen that it will. */
  const choose = (quirk: NamedQuirk | null) => {
    const isPicked = quirk !== null && document.activeElement === quirkInput.current
    setChosen(quirk)
    if (isPicked) (text.trim() === '' ? textInput : highlightButton).current?.focus()
  }
  /** One transaction cannot be left halfway: what came too late to be stopped is taken back. */
  const make = (to: NamedQuirk) =>
    onCode({ passages: passagesOf(search.hits, search.ticks), isStopped: () => stopped.current }, to, {
      after: onClose,
    })
  const submit = async () => {
    if (working) return
    // Whoever presses the button, or Enter, gets to what is still to be said.
    if (wanted === 'search.wantsText' || wanted === 'search.wantsHits') textInput.current?.focus()
    if (wanted === 'search.wantsQuirk') quirkInput.current?.focus()
    if (wanted !== null || !chosen) return
    stopped.current = false
    setWorking(true)
    // One frame, so that it is seen that something goes on, and can be stopped before it begins.
    await new Promise((resolve) => setTimeout(resolve, count > MANY ? 400 : 0))
    if (!stopped.current) await make(chosen)
    setWorking(false)
  }

  return (
    <Modal
      open={open}
      onClose={onClose}
      title={t('search.title')}
      size="large"
      locked={working}
      holding={chosen !== null || count < search.hits.count}
      onSubmit={() => void submit()}
      initialFocus={start.trim() === '' ? textInput : quirkInput}
      footer={
        <>
          <p className="hits-wanted" id={wantedId} role="status">
            {!working &&
              (wanted ? t(wanted) : chosen && 'title' in chosen && t('quirk.createNamed', { title: chosen.title }))}
          </p>
          <Button
            onClick={() => {
              if (!working) return onClose()
              stopped.current = true
            }}
          >
            {t('ui.cancel')}
          </Button>
          <Button
            ref={highlightButton}
            kind="primary"
            type="submit"
            busy={working}
            aria-disabled={wanted !== null || undefined}
            aria-describedby={wantedId}
          >
            {t('search.highlight', { n: count, count: formatNumber(count) })}
          </Button>
        </>
      }
    >
      <SearchFields
        asked={asked}
        onChange={setAsked}
        sourceTitle={here?.title}
        text={textBox}
        quirk={quirkField({
          label: t('search.quirk'),
          value: chosen,
          onChange: choose,
          field: quirkInput,
          disabled: working,
        })}
      />
      <HitList search={search} text={text} extent={extent} passage={passage} disabled={working} />
      {working && count > MANY && <ProgressBar label={t('search.working', { n: count })} share={null} />}
    </Modal>
  )
}

/** What has to be there before anything is highlighted; null: nothing. */
function wantedOf(now: { text: string; searching: boolean; hits: number; count: number; hasQuirk: boolean }) {
  if (now.text.trim() === '') return 'search.wantsText'
  if (now.searching) return 'search.searching'
  if (now.hits === 0) return 'search.wantsHits'
  if (now.count === 0) return 'search.wantsTick'
  return now.hasQuirk ? null : 'search.wantsQuirk'
}

/** From so many on it takes a while. */
const MANY = 5000
