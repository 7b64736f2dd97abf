import { type ReactNode, Suspense, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useProject, useRows } from '../../data/live/useLive.ts'
import { useRemoval } from '../../data/live/useRemoval.ts'
import { useSettings } from '../../data/live/useSettings.ts'
import { useShownQuirks } from '../../data/live/useShownQuirks.ts'
import { useT } from '../../i18n/useT.ts'
import { mayWrite } from '../../model/access.ts'
import type { Circle } from '../../model/canvas/grid.ts'
import { levelOf, titleOf } from '../../model/canvas/labels.ts'
import { foldedAt } from '../../model/canvas/map/folding.ts'
import { type Bubble, drawnIn, drawnPlace, onlyShown, storedPlace } from '../../model/canvas/scene.ts'
import { toastTime } from '../../model/limits.ts'
import { refusedParents } from '../../model/rules/nesting.ts'
import { placedIn } from '../../model/rules/projects/settings.ts'
import { none } from '../../model/schema.ts'
import type { CodePassage } from '../../state/codePassage.ts'
import { device } from '../../state/device.ts'
import { editorOf, showAllGroups } from '../../state/editor.ts'
import type { Passage } from '../../state/passage.ts'
import type { QuirkResult } from '../../state/viewProps.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { FilterIcon } from '../../ui/icons.ts'
import { lazyPart } from '../../ui/lazyPart.ts'
import { KeyedViewEnd } from '../../ui/menus/KeyedViewEnd.tsx'
import { isNowhere } from '../../ui/useArrival.ts'
import { useSaid } from '../../ui/useSaid.ts'
import { buttonStep, CanvasFooter } from './CanvasFooter.tsx'
import { BoardStage } from './drawing/BoardStage.tsx'
import { Captions } from './drawing/Captions.tsx'
import { budRadius } from './drawing/painter.ts'
import { passingRows, withBare } from './drawing/resultScene.ts'
import type { NamedPlace, NewQuirkProps } from './NewQuirk.tsx'
import { NewQuirkButton } from './NewQuirkButton.tsx'
import { atHand } from './placing/atHand.ts'
import { inView } from './placing/inView.ts'
import { isRead } from './placing/isRead.ts'
import { useBesideTree } from './placing/useBesideTree.ts'
import { useIntoSight } from './placing/useIntoSight.ts'
import { useTreeInStep } from './placing/useTreeInStep.ts'
import { centredOn, type Point, showing, showingBox, toCanvas, toScreen } from './placing/viewport.ts'
import { useCanvasKeys } from './pointing/useCanvasKeys.ts'
import { useDrag } from './pointing/useDrag.ts'
import { keepFocus, useFocusItem } from './pointing/useFocusItem.ts'
import { useGestures } from './pointing/useGestures.ts'
import { useHand } from './pointing/useHand.ts'
import { usePassageDrop } from './pointing/usePassageDrop.ts'
import { useTreeKeys } from './pointing/useTreeKeys.ts'
import { QuirkTree } from './QuirkTree.tsx'
import { CanvasLoading } from './states/CanvasLoading.tsx'
import { areStored, type TidyPlaces } from './tidyPlaces.ts'
import { useBoard } from './useBoard.ts'
import { useBrushing } from './useBrushing.ts'
import { useCodedPulse } from './useCodedPulse.ts'
import { useHolders } from './useHolders.ts'
import { useMap } from './useMap.ts'
import { useMarkedQuirk } from './useMarkedQuirk.ts'
import { useOffered } from './useOffered.ts'
import { useQuirkActions } from './useQuirkActions.ts'
import { useSteady } from './useSteady.ts'
import { useUsedQuirk } from './useUsedQuirk.ts'

const BareBubble = lazyPart(async () => (await import('./drawing/BareBubble.tsx')).BareBubble)
const CanvasMenu = lazyPart(async () => (await import('./CanvasMenu.tsx')).CanvasMenu)
const CanvasEmpty = lazyPart(async () => (await import('./states/CanvasEmpty.tsx')).CanvasEmpty)
const CanvasFiltered = lazyPart(async () => (await import('./states/CanvasFiltered.tsx')).CanvasFiltered)
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

interface OpenMenu {
  /** In px of the window. */
  at: Point
  /** The quirk it is for; null is empty space at `place` of the canvas. */
  quirkId: number | null
  place: Point
  /** It lies over the quirk's card, which would show from below it. */
  coversCard: boolean
}

/** Kept free around a bubble that is brought into sight, in px. */
const showMargin = 40

/** So near the pointer nothing moves while others change the map, in px. */
const handReach = 120

/** The quirks as bubbles: the main view of a project, by pointer, touch, keyboard and screen reader alike. */
export function CanvasView(props: CanvasViewProps) {
  const { naming, onEditQuirk, onCode, onOverview, onOverlap, onQuotes, onMerge, onRemove, onChooseQuirk, onCodebook } =
    props
  const { route, result = null, onBare, search, show, onShown, footer } = props
  const t = useT()
  const project = useProject()
  const editor = editorOf(project.uuid)
  const { selection, uncheckedGroups } = useSnapshot(editor)
  const writes = mayWrite(useSnapshot(project.state).access)
  const counter = useSettings(useSnapshot(device).settings).highlightCounter
  // Bubbles and their titles are placed in a task of their own: with thousands it would hold up what else shows a change.
  const newest = useRows('quirks', {})
  const rows = useDeferredValue(newest)
  const shortcutKeys = useRows('shortcutKeys', {})
  const counted = useMemo(() => rows && (result ? passingRows(rows, result) : rows), [rows, result])
  const preferences = useRows('preferences', {})
  const howPlaced = preferences && placedIn(preferences)
  const placedLast = useRef<number>(null)
  const [isHolding, setHolding] = useState(false)
  const canvas = useRef<HTMLElement>(null)
  const surface = useRef<HTMLDivElement>(null)
  const hand = useHand(canvas)
  const near = useSteady((): Set<number> => {
    const box = surface.current?.getBoundingClientRect()
    if (!box || !hand.at) return new Set()
    const at = toCanvas(camera.view, { x: hand.at.x - box.left, y: hand.at.y - box.top })
    return atHand(board.sight, at, handReach / camera.view.scale)
  })
  const {
    scene: whole,
    isLatest,
    packed,
  } = useMap(counted, {
    ...{
      placed: howPlaced,
      isWhole: result === null,
      placedLast: () => placedLast.current,
      isHolding,
      hand,
      atHand: near,
      prepare: (next) => void foldedAt(next, levelOf(camera.view.scale)),
    },
  })
  const shown = useShownQuirks(uncheckedGroups)
  const placed = useMemo(() => {
    if (!whole || shown === undefined) return undefined
    if (!result) return { scene: onlyShown(whole, shown), bare: null }
    return withBare(onlyShown(whole, new Set(result.highlights.keys())), result)
  }, [whole, shown, result])
  const scene = placed?.scene

  const tree = useRef<HTMLDivElement>(null)
  const grabbing = useRef(false)
  /** The bubble that got the focus by keyboard, and opens by that. */
  const [keyed, setKeyed] = useState<number | null>(null)
  const [active, setActive] = useState<number | null>(null)
  /** Only marked, from beside the canvas: who acts there needs no card here. */
  const [fromBeside, setFromBeside] = useState(false)
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const { said, say } = useSaid()

  const state = useBoard(editor, route, scene, surface, counter)
  const { board, camera, expansion, sight } = state
  const actions = useQuirkActions(say, onCode, {
    scene: () => sight.scene,
    whole: () => whole,
    rows: () => rows,
    packed: () => packed(camera.size),
    howPlaced: () => howPlaced ?? '',
    // What a query leaves out is placed by another picture than everybody's.
    isPlaced: () => Boolean(howPlaced) || result !== null,
    onPlaced: (quirkId) => {
      placedLast.current = quirkId
    },
    onNested: (quirkId, parentId) => {
      editor.toSee = { quirkId, parentId }
    },
  })
  const tidies = writes && !result && whole !== undefined && whole.bubbles.length > 1
  /** Where this person's tidying has put quirks, until they are drawn there: then all of them come into sight. */
  const [tidied, setTidied] = useState<TidyPlaces>([])
  const tidy = useSteady(async () => setTidied(await actions.tidy()))
  useEffect(() => {
    if (!rows || !isLatest || !howPlaced || !areStored(tidied, rows)) return
    setTidied([])
    state.fit()
  }, [rows, isLatest, howPlaced, tidied, state.fit])
  const drag = useDrag(board, expansion, actions, (quirkId) => {
    editor.heldQuirk = quirkId
  })
  useHolders(board)
  const focusItem = useFocusItem(sight, active)
  useTreeInStep(tree, camera)

  const bubbleOf = (quirkId: number | null) =>
    quirkId === null ? undefined : (sight.opened?.scene.byId.get(quirkId) ?? sight.scene.byId.get(quirkId))
  const choose = useCallback(
    (quirkId: number | null) => {
      setActive(quirkId)
      setFromBeside(false)
      if (quirkId === null) canvas.current?.focus({ preventScroll: true })
      else focusItem(quirkId)
    },
    [focusItem],
  )
  const bringIntoSight = (bubble: Circle) => {
    const view = showing(camera.goal, bubble, bubble.r, camera.size, showMargin)
    if (view !== camera.goal) camera.glide(view)
  }
  useIntoSight(editor, sight.scene, (bubble, around) => {
    const view = showingBox(camera.goal, around, camera.size, showMargin)
    if (!view) bringIntoSight(bubble)
    else if (view !== camera.goal) camera.glide(view)
  })
  const goTo = (bubble: Bubble) => {
    choose(bubble.id)
    bringIntoSight(bubble)
  }
  const find = useSteady((quirkId: number) => {
    const bubble = bubbleOf(quirkId)
    if (!bubble) return
    choose(quirkId)
    camera.glide(centredOn(bubble, camera.size, Math.max(1, camera.view.scale)))
  })
  useBesideTree(editor, route, {
    mark: (quirkId) => {
      const bubble = bubbleOf(quirkId)
      setActive(bubble?.id ?? null)
      setFromBeside(true)
      if (bubble) bringIntoSight(bubble)
    },
    choose: (quirkId) => bubbleOf(quirkId) && choose(quirkId),
  })
  // Who codes goes from quirk to quirk: the sign goes along.
  useCodedPulse(board)
  useBrushing(board, canvas)
  // Whoever clicks a highlight sees which bubble it belongs to.
  useMarkedQuirk((quirkId) => {
    const bubble = bubbleOf(quirkId)
    if (!bubble || quirkId === active) return
    setActive(quirkId)
    setFromBeside(true)
  })
  useUsedQuirk(editor, (quirkId) => {
    if (quirkId === active) return
    if (tree.current?.contains(document.activeElement)) return choose(quirkId)
    setActive(quirkId)
    setFromBeside(true)
  })
  // A quirk just made comes with the next rows.
  const [coming, reveal] = useState<number | null>(null)
  const arrived = bubbleOf(coming)
  useEffect(() => {
    if (!arrived) return
    reveal(null)
    keepFocus(arrived.id)
    goTo(arrived)
  })
  // One's own undo has brought it back: the next key is for it, not for the one beside it.
  const [returning, setReturning] = useState<number | null>(null)
  const returned = bubbleOf(returning)
  useEffect(() => {
    if (!returned) return
    setReturning(null)
    setActive(returned.id)
    setFromBeside(false)
    if (isNowhere() || canvas.current?.contains(document.activeElement)) focusItem(returned.id)
    bringIntoSight(returned)
  })
  const removeQuirk = useRemoval(onRemove, setReturning)
  // Made, but left out by the groups filter: who made it is told where it is.
  const hidden = coming === null || arrived || !shown || shown.has(coming) ? undefined : whole?.byId.get(coming)
  useEffect(() => {
    if (!hidden) return
    // Its groups may come a moment after it.
    const timer = setTimeout(() => {
      reveal(null)
      const title = titleOf(hidden, { untitled: t('quirk.untitled') })
      const action = { label: t('group.showAll'), onClick: () => showAllGroups(editor) }
      toast.show({ message: t('canvas.madeFiltered', { title }), action, timeout: toastTime.long })
    }, 300)
    return () => clearTimeout(timer)
  }, [hidden, editor, t])
  useEffect(() => {
    if (show === null) return
    reveal(show)
    onShown()
  }, [show, onShown])
  const [named, setNamed] = useState<NamedPlace | null>(null)
  const freePlaceInView = async () => {
    const { newPlace } = await import('./NewQuirk.tsx')
    const roots = [...(rows?.values() ?? [])].filter(({ parentQuirkId }) => parentQuirkId === none)
    return newPlace(sight.whole, roots, inView(camera.goal, camera.size))
  }
  /** Begins a new quirk: without a place where there is room in what is in view. With a passage it is made for it. */
  const create = async (at: Point | null, passage?: Passage) => {
    await project.askName?.()
    const place = at ? storedPlace(sight.scene, at) : await freePlaceInView()
    const next = { place, at: at ?? drawnPlace(sight.scene, place), passage }
    setActive(null)
    setNamed(next)
    bringIntoSight({ ...next.at, r: budRadius })
  }
  const highlight = (bubble: Bubble) => {
    if (selection) void actions.highlight(bubble, selection)
    else say(t('text.selectFirst'))
  }
  const moveInto = async (bubble: Bubble) => {
    const title = t('quirk.moveIntoTitle', { title: actions.named(bubble) })
    const all = whole ?? sight.scene
    const chosen = await onChooseQuirk({ title, without: refusedParents(all.parents, bubble.id) })
    const parent = chosen === null ? undefined : all.byId.get(chosen)
    if (parent) await actions.moveInto(bubble, parent)
  }
  const moveOut = async (bubble: Bubble) => {
    const { placeOutside } = await import('./CanvasMenu.tsx')
    const all = whole ?? sight.scene
    return actions.moveTo(bubble, placeOutside(all.bubbles, bubble.id) ?? bubble)
  }
  const remove = async (bubble: Bubble) => {
    const { bubbles, byId } = sight.scene
    const { index, end } = byId.get(bubble.id) ?? bubble
    const next = bubbles[end] ?? bubbles[index - 1]
    if (!(await removeQuirk(bubble.id))) return
    if (next) goTo(next)
    else choose(null)
  }
  const merge = async (bubble: Bubble) => {
    const target = await onMerge(bubble.id)
    if (target !== null) reveal(target)
  }
  const openMenu = (bubble: Bubble) => {
    const box = surface.current?.getBoundingClientRect()
    // Below it, so that it is still seen.
    const { x: across, y: down, r } = board.shown(bubble)
    const { x, y } = toScreen(camera.view, { x: across, y: down + r })
    setMenu({
      at: { x: x + (box?.left ?? 0), y: y + (box?.top ?? 0) },
      quirkId: bubble.id,
      place: bubble,
      coversCard: true,
    })
  }

  const keys = useTreeKeys({
    scene: sight.scene,
    find: board.find,
    drag,
    actions,
    mayWrite: writes,
    say,
    goTo,
    onEdit: ({ id }) => onEditQuirk(id),
    onOverview: ({ id }) => onOverview(id),
    onMenu: openMenu,
    onHighlight: highlight,
    onMerge: (bubble) => void merge(bubble),
    onRemove: (bubble) => void remove(bubble),
  })
  const onKey = useSteady(keys.onKey)
  const onLeave = useSteady((bubble: Bubble) => {
    keys.stopMoving(bubble)
    if (keyed !== null) expansion.rest(null)
    setKeyed(null)
  })
  const onActive = useCallback(
    (quirkId: number, byKey: boolean) => {
      setActive(quirkId)
      setFromBeside(false)
      setKeyed(byKey ? quirkId : null)
      if (byKey) expansion.rest(quirkId)
    },
    [expansion],
  )
  useCanvasKeys(canvas, {
    onNew: () => writes && void create(null),
    onFit: state.fit,
    onTidy: tidies ? tidy : null,
    onZoom: (steps) => state.zoomTo(camera.view.scale + steps * buttonStep),
    onGrab: (held) => {
      grabbing.current = held
      surface.current?.toggleAttribute('data-grabbing', held)
    },
    onEscape: () => setActive(null),
  })
  const { hovered, dragging } = useGestures({
    surface,
    board,
    camera,
    drag,
    expansion,
    grabbing,
    mayDrag: writes,
    onChoose: (bubble) => choose(bubble?.id ?? null),
    onOpen: (bubble, at) => {
      if (bubble) onOverview(bubble.id)
      else if (writes) void create(toCanvas(camera.view, at))
    },
    onMenu: (bubble, at, inWindow) => {
      if (!writes && !bubble) return
      choose(bubble?.id ?? null)
      setMenu({ at: inWindow, quirkId: bubble?.id ?? null, place: toCanvas(camera.view, at), coversCard: true })
    },
  })
  const passages = usePassageDrop(board, camera, expansion, {
    onQuirk: (bubble, passage) => void actions.highlight(bubble, passage, true),
    onEmpty: (at, passage) => void create(at, passage),
  })

  const held = dragging || keys.isMoving || passages.offered
  useEffect(() => setHolding(Boolean(held)), [held])
  const chosen = held ? undefined : bubbleOf(active)
  // Its card shows the title then.
  const carded = fromBeside ? undefined : chosen
  useOffered(chosen && { id: chosen.id, title: actions.named(chosen) })
  const captioned = carded && !isRead(sight, carded) ? carded.id : null
  useEffect(() => board.caption(captioned), [board, captioned])
  useEffect(() => board.mark(chosen ? { id: chosen.id, focused: chosen.id === keyed } : null), [board, chosen, keyed])

  const menuBubble = bubbleOf(menu?.quirkId ?? null)
  // Once it has been there it stays, so that closing it can give the focus back.
  const hasMenu = useRef(false)
  if (menu) hasMenu.current = true

  return (
    <section
      ref={canvas}
      className="canvas"
      aria-label={t('project.canvas')}
      tabIndex={-1}
      data-drawn={isLatest && rows === newest && sight.whole === scene ? drawnIn(sight.scene) : undefined}
    >
      <div className="canvas-body" {...(writes && passages.handlers)}>
        <div ref={surface} className="canvas-surface" aria-hidden>
          <BoardStage board={board} camera={camera} size={state.size} layers={state.layers} />
        </div>
        <div className="canvas-over" data-held={held || undefined}>
          <QuirkTree sight={sight} active={active} onActive={onActive} onKey={onKey} onLeave={onLeave} ref={tree} />
          <Suspense>
            {!held && !menu && !named && <Lens camera={camera} surface={surface} hand={hand} sight={sight} />}
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
            descriptionOf={({ id }) => rows?.get(id)?.description ?? ''}
            onMenu={(bubble, at) => setMenu({ at, quirkId: bubble.id, place: bubble, coversCard: false })}
            onHighlight={selection && writes ? highlight : null}
            onQuotes={({ id }) => onQuotes([id])}
            onEdit={writes ? ({ id }) => onEditQuirk(id) : null}
          />
          <Suspense>
            {result && placed?.bare && (
              <BareBubble
                camera={camera}
                at={placed.bare}
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
                setNamed(null)
                reveal(made)
              }}
            />
          </Suspense>
        )}
        <Suspense>
          {!held && sight.opened && (
            <OpenedHint key={sight.opened.id} opened={sight.opened} writes={writes} untitled={t('quirk.untitled')} />
          )}
        </Suspense>
        {result && scene?.bubbles.length === 0 && !placed?.bare && (
          <div className="canvas-empty">
            <EmptyState icon={FilterIcon} title={t('query.noneHere')}>
              {t('query.noneText')}
            </EmptyState>
          </div>
        )}
        {!scene && <CanvasLoading />}
        <Suspense>
          {whole?.bubbles.length === 0 && !named && (
            <CanvasEmpty
              onNew={writes ? () => void create(null) : undefined}
              onCodebook={writes ? props.onImportCodebook : undefined}
            />
          )}
          {whole && whole.bubbles.length > 0 && scene?.bubbles.length === 0 && !result && (
            <CanvasFiltered onShowAll={() => showAllGroups(editor)} />
          )}
        </Suspense>
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
        onTidy={tidies ? tidy : null}
        onZoom={state.zoomTo}
        legend={
          <Suspense>
            <Legend camera={camera} sight={sight} />
          </Suspense>
        }
        search={route === 'canvas' && search(find)}
      >
        {footer}
      </CanvasFooter>
      <KeyedViewEnd keysId="canvas-keys" keys={t('canvas.keysHint')} said={said}>
        {hasMenu.current && (
          <Suspense>
            <CanvasMenu
              at={menu?.at ?? null}
              onClose={() => setMenu(null)}
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
