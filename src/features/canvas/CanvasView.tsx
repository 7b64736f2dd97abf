import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useProject, useRows } from '../../data/live/useLive.ts'
import { useSettings } from '../../data/live/useSettings.ts'
import { useT } from '../../i18n/useT.ts'
import { mayWrite } from '../../model/access.ts'
import { drawnIn } from '../../model/canvas/scene.ts'
import type { CodePassage } from '../../state/codePassage.ts'
import { device } from '../../state/device.ts'
import { editorOf, showAllGroups } from '../../state/editor.ts'
import type { QuirkResult } from '../../state/viewProps.ts'
import { lazyPart } from '../../ui/lazyPart.ts'
import { KeyedViewEnd } from '../../ui/menus/KeyedViewEnd.tsx'
import { useSaid } from '../../ui/useSaid.ts'
import { CanvasFooter } from './CanvasFooter.tsx'
import { BoardStage } from './drawing/BoardStage.tsx'
import { Captions } from './drawing/Captions.tsx'
import type { NewQuirkProps } from './NewQuirk.tsx'
import { NewQuirkButton } from './NewQuirkButton.tsx'
import { isRead } from './placing/isRead.ts'
import { useTreeInStep } from './placing/useTreeInStep.ts'
import type { Box } from './placing/viewport.ts'
import { useCanvasInput } from './pointing/useCanvasInput.ts'
import { QuirkTree } from './QuirkTree.tsx'
import { CanvasNotes } from './states/CanvasNotes.tsx'
import { useArrivals } from './useArrivals.ts'
import { useBrushing } from './useBrushing.ts'
import { useChosen } from './useChosen.ts'
import { useCodedPulse } from './useCodedPulse.ts'
import { useHolders } from './useHolders.ts'
import { useMappedBoard } from './useMappedBoard.ts'
import { useNewQuirk } from './useNewQuirk.ts'
import { useOffered } from './useOffered.ts'
import { useOpenMenu } from './useOpenMenu.ts'
import { useQuirkCommands } from './useQuirkCommands.ts'
import { useTidy } from './useTidy.ts'

const BareBubble = lazyPart(async () => (await import('./drawing/BareBubble.tsx')).BareBubble)
const CanvasMenu = lazyPart(async () => (await import('./CanvasMenu.tsx')).CanvasMenu)
const Legend = lazyPart(async () => (await import('./drawing/Legend.tsx')).Legend)
const Lens = lazyPart(async () => (await import('./drawing/Lens.tsx')).Lens)
const NewQuirk = lazyPart(async () => (await import('./NewQuirk.tsx')).NewQuirk)
const OpenedHint = lazyPart(async () => (await import('./states/OpenedHint.tsx')).OpenedHint)

export interface CanvasViewProps {
  /** The fields in which a new quirk is named. */
  naming: NewQuirkProps['fields']
  onEditQuirk: (quirkId: number) => void
  /** Gives a passage to a quirk. */
  onCode: CodePassage
  /** Opens the quirk's tree. */
  onOverview: (quirkId: number) => void
  /** Lists the passages of quirks. */
  onQuotes: (quirkIds: readonly number[]) => void
  /** Shows the quirk against all others. */
  onOverlap: (quirkId: number) => void
  /** Asks into which quirk this one is merged; resolves to that one, or null when the question was left. */
  onMerge: (quirkId: number) => Promise<number | null>
  /** Removes a quirk and says what went with it; resolves to whether it was removed. */
  onRemove: (quirkId: number) => Promise<boolean>
  /** Lets the person choose a quirk among all but those of `without`; null when none was. */
  onChooseQuirk: (question: { title: string; without: ReadonlySet<number> }) => Promise<number | null>
  /** Place and scale are kept per route (1 §3); it also says whether quirks are searched for here (1 §2). */
  route: 'canvas' | 'tree' | 'query'
  /** What a query lets through: only that is shown, in sizes of its own; null: everything. */
  result?: QuirkResult | null
  /** Shows what of it belongs to no quirk. */
  onBare?: () => void
  onCodebook: () => void
  /** Asks for another program's codebook, where there are no quirks yet. */
  onImportCodebook: () => void
  /** The search box for quirks; `onGo` brings one into sight. */
  search: (onGo: (quirkId: number) => void) => ReactNode
  /** A quirk to bring into sight; taken back by `onShown`. */
  show: number | null
  onShown: () => void
  /** What the screen adds to the footer: the chat. */
  footer?: ReactNode
}

/** The quirks as bubbles: the main view of a project, by pointer, touch, keyboard and screen reader alike. */
export function CanvasView(props: CanvasViewProps) {
  const { naming, onEditQuirk, onCode, onOverview, onOverlap, onQuotes, onCodebook } = props
  const { route, result = null, onBare, search, show, onShown, footer } = props
  const t = useT()
  const project = useProject()
  const editor = editorOf(project.uuid)
  const { selection, uncheckedGroups } = useSnapshot(editor)
  const writes = mayWrite(useSnapshot(project.state).access)
  const counter = useSettings(useSnapshot(device).settings).highlightCounter
  const shortcutKeys = useRows('shortcutKeys', {})
  const { said, say } = useSaid()
  const canvas = useRef<HTMLElement>(null)
  const surface = useRef<HTMLDivElement>(null)
  const tree = useRef<HTMLDivElement>(null)
  const [isHolding, setHolding] = useState(false)
  const [lensed, setLensed] = useState<readonly Box[]>([])
  const { hand, quirks, state, actions } = useMappedBoard({
    ...{ editor, route, result, uncheckedGroups, counter, canvas, surface, isHolding, onCode, say },
  })
  const { board, camera, sight } = state
  const mayTidy = writes && !result && quirks.whole !== undefined && quirks.whole.bubbles.length > 1
  const tidies = useTidy(quirks, actions.tidy, state)
  const tidy = mayTidy ? tidies : null
  useHolders(board)
  useTreeInStep(tree, camera)
  useCodedPulse(board)
  useBrushing(board, canvas)

  const chosen = useChosen(state, { editor, route, canvas, tree })
  const { active, keyed, bubbleOf } = chosen
  const arrivals = useArrivals(chosen, { editor, canvas, quirks, show, onShown })
  const { named, create, end } = useNewQuirk(state, quirks, chosen)
  const { highlight, moveInto, moveOut, remove, merge } = useQuirkCommands({
    ...{ actions, chosen, arrivals, selection, say },
    ...{ scene: sight.scene, whole: quirks.whole },
    ...{ onChooseQuirk: props.onChooseQuirk, onMerge: props.onMerge, onRemove: props.onRemove },
  })
  const menus = useOpenMenu(state, surface)
  const { menu } = menus
  const { onKey, onLeave, hovered, passages, held } = useCanvasInput({
    ...{ canvas, surface, state, chosen, actions, mayWrite: writes, say, onOverview },
    onHold: (quirkId) => {
      editor.heldQuirk = quirkId
    },
    onEdit: onEditQuirk,
    onHighlight: highlight,
    onMerge: (bubble) => void merge(bubble),
    onRemove: (bubble) => void remove(bubble),
    onNew: (at, passage) => void create(at, passage),
    onTidy: tidy,
    onMenuOf: menus.openBelow,
    onMenuAt: menus.openAt,
  })

  useEffect(() => setHolding(Boolean(held)), [held])
  const marked = held ? undefined : bubbleOf(active)
  // Its card shows the title then.
  const carded = chosen.fromBeside ? undefined : marked
  useOffered(marked && { id: marked.id, title: actions.named(marked) })
  const captioned = carded && !isRead(sight, carded) ? carded.id : null
  useEffect(() => board.caption(captioned), [board, captioned])
  useEffect(() => board.mark(marked ? { id: marked.id, focused: marked.id === keyed } : null), [board, marked, keyed])

  const menuBubble = bubbleOf(menu?.quirkId ?? null)
  return (
    <section
      ref={canvas}
      className="canvas"
      aria-label={t('project.canvas')}
      tabIndex={-1}
      data-drawn={quirks.isNewest && sight.whole === quirks.scene ? drawnIn(sight.scene) : undefined}
    >
      <div className="canvas-body" {...(writes && passages.handlers)}>
        <div ref={surface} className="canvas-surface" aria-hidden>
          <BoardStage board={board} camera={camera} size={state.size} layers={state.layers} />
        </div>
        <div className="canvas-over" data-held={held || undefined}>
          <QuirkTree
            sight={sight}
            active={active}
            onActive={chosen.onActive}
            onKey={onKey}
            onLeave={onLeave}
            ref={tree}
          />
          <Suspense>
            {!held && !menu && !named && (
              <Lens camera={camera} surface={surface} hand={hand} sight={sight} onNamed={setLensed} />
            )}
          </Suspense>
          <Captions
            board={board}
            camera={camera}
            counter={counter}
            sight={sight}
            chosen={menu?.coversCard ? undefined : carded}
            hovered={held || menu || !hovered ? undefined : bubbleOf(hovered.id)}
            lasting={hovered?.lasting === true}
            isWhole={result === null}
            lensed={lensed}
            descriptionOf={({ id }) => quirks.rows?.get(id)?.description ?? ''}
            onMenu={menus.openOfCard}
            onHighlight={selection && writes ? highlight : null}
            onQuotes={({ id }) => onQuotes([id])}
            onEdit={writes ? ({ id }) => onEditQuirk(id) : null}
          />
          <Suspense>
            {result && quirks.bare && (
              <BareBubble
                camera={camera}
                at={quirks.bare}
                count={result.bare}
                of={result.bareOf}
                onOpen={() => onBare?.()}
              />
            )}
          </Suspense>
        </div>
        {named && (
          <Suspense>
            <NewQuirk
              board={board}
              camera={camera}
              sight={sight}
              named={named}
              fields={naming}
              onClose={(made) => {
                end()
                arrivals.reveal(made)
              }}
            />
          </Suspense>
        )}
        <Suspense>
          {!held && sight.opened && (
            <OpenedHint
              key={sight.opened.id}
              opened={sight.opened}
              camera={camera}
              writes={writes}
              untitled={t('quirk.untitled')}
            />
          )}
        </Suspense>
        <CanvasNotes
          quirks={quirks}
          isResult={result !== null}
          isNaming={named !== null}
          onNew={writes ? () => void create(null) : undefined}
          onCodebook={writes ? props.onImportCodebook : undefined}
          onShowAll={() => showAllGroups(editor)}
        />
        {writes && (
          <NewQuirkButton
            project={project.uuid}
            offered={passages.offered}
            onNew={(passage) => {
              passages.clear()
              void create(null, passage)
            }}
          />
        )}
      </div>
      <CanvasFooter
        camera={camera}
        onFit={state.fit}
        onTidy={tidy}
        onZoom={state.zoomTo}
        legend={
          <Suspense>
            <Legend camera={camera} sight={sight} />
          </Suspense>
        }
        search={route === 'canvas' && search(chosen.find)}
      >
        {footer}
      </CanvasFooter>
      <KeyedViewEnd keysId="canvas-keys" keys={t('canvas.keysHint')} said={said}>
        {menus.isThere && (
          <Suspense>
            <CanvasMenu
              at={menu?.at ?? null}
              onClose={menus.close}
              bubble={menuBubble}
              title={menuBubble ? actions.named(menuBubble) : t('project.canvas')}
              shortcut={menuBubble && shortcutKeys?.get(menuBubble.id)?.shortcutKey}
              actions={(bubble) => ({
                overview: () => onOverview(bubble.id),
                quotes: () => onQuotes([bubble.id]),
                overlap: () => onOverlap(bubble.id),
                write: writes && {
                  highlight: selection ? () => highlight(bubble) : null,
                  edit: () => onEditQuirk(bubble.id),
                  moveInto: () => void moveInto(bubble),
                  moveOut: () => void moveOut(bubble),
                  merge: () => void merge(bubble),
                  remove: () => void remove(bubble),
                },
              })}
              onNew={() => void create(menu?.place ?? null)}
              onCodebook={onCodebook}
            />
          </Suspense>
        )}
      </KeyedViewEnd>
    </section>
  )
}
