import { Suspense, useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { ProjectHandle } from '../../data/copies/handle.ts'
import { useProject } from '../../data/live/useLive.ts'
import { Badge } from '../../features/chat/ChatButton.tsx'
import { ChatModal } from '../../features/chat/ChatModal.tsx'
import { useMessages } from '../../features/chat/useMessages.ts'
import { useQuirkItems } from '../../features/quirks/useQuirkItems.ts'
import { UsersMenu } from '../../features/users/UsersMenu.tsx'
import { useT } from '../../i18n/useT.ts'
import { projectTitle } from '../../model/rules/projects/projectTitle.ts'
import type { QuirkItem } from '../../model/rules/quirkItems.ts'
import type { SourceOrder } from '../../model/rules/sourceOrder.ts'
import { none } from '../../model/schema.ts'
import { editorOf, openSource } from '../../state/editor.ts'
import { IconButton } from '../../ui/fields/IconButton.tsx'
import { ChatIcon, MenuIcon } from '../../ui/icons.ts'
import { lazyPart } from '../../ui/lazyPart.ts'
import { PaneSwitch } from '../desk/PaneSwitch.tsx'
import { go, useAgain } from '../hash.ts'
import { SkipButton } from '../SkipButton.tsx'
import { idOf } from '../views/idsInAddress.ts'
import { onPhone, type ViewName } from '../views/views.ts'
import { ProtectedSign } from '../workspace/protection/ProtectedSign.tsx'
import { QuirkSheet } from '../workspace/QuirkSheet.tsx'
import { UndoBar } from '../workspace/undo/UndoBar.tsx'
import { useWorkspace } from '../workspace/useWorkspace.tsx'
import { PhoneMenu } from './PhoneMenu.tsx'
import { PhoneQuirks } from './PhoneQuirks.tsx'
import { phoneColours } from './phoneColours.ts'
import { useBackCloses } from './useBackCloses.ts'

const EmojiButton = lazyPart(async () => (await import('../../features/groups/EmojiButton.tsx')).EmojiButton)

interface PhoneDeskProps {
  view: ViewName
  /** Which source or quirk; `last` or `highest`: see `useSourceAddress`. Of `sources` none: the list of them. */
  row: string | undefined
}

/** The open project on a phone: the text, or the list of quirks, one at a time; their addresses are those of 1 §2. */
export function PhoneDesk({ view, row }: PhoneDeskProps) {
  const t = useT()
  const project = useProject()
  const editor = editorOf(project.uuid)
  const address = `/projects/${project.uuid}`
  const { selection } = useSnapshot(editor)
  const { name } = useSnapshot(project.state)
  const items = useQuirkItems()
  const [menu, setMenu] = useState(false)
  const toText = () => go(sourceAddress(project.uuid))
  const toQuirks = () => go(`${address}/quirks`)
  const toQuirk = (quirkId: number) => go(`${address}/quirks/${quirkId}`)

  const workspace = useWorkspace({
    onText: toText,
    onQuirk: toQuirk,
    onCodebook: toQuirks,
    onPeople: () => go(`${address}/users`),
    settings: {
      isOpen: view === 'settings',
      setOpen: (isOpen) => (isOpen ? go(`${address}/settings`) : go(sourceAddress(project.uuid), { replace: true })),
    },
    colours: phoneColours,
  })
  const { acting, canWrite, chat, coding, quirks } = workspace
  const messages = useMessages(chat.isOpen)
  const { unread } = messages
  useSourceAddress(view, row)
  useBackCloses('chat', chat.isOpen, () => chat.setOpen(false))
  useBackCloses('quirk', quirks.isOpen, quirks.dismiss)

  const Part = onPhone(view)?.Part
  const pane = Part ? null : view === 'quirks' ? 'quirks' : 'text'
  const asked = view === 'quirks' ? idOf(row) : null
  const opened = items?.find(({ id }) => id === asked)
  const closeQuirk = () => go(`${address}/quirks`, { replace: true })
  useClosedWhenGone(asked, items && opened !== undefined, closeQuirk)
  const tap = (quirk: QuirkItem) => {
    if (!coding.giveSelected(quirk.id)) toQuirk(quirk.id)
  }
  return (
    <div className="phone">
      <SkipButton to=".phone-pane" />
      <header className="phone-head" data-keep-clear>
        <IconButton icon={MenuIcon} label={t('project.menu')} onClick={() => setMenu(true)} />
        <div className="phone-name">
          <h1 className="phone-title">
            <ProtectedSign />
            {projectTitle(name)}
          </h1>
          {workspace.pill}
        </div>
        <UsersMenu side="bottom" onGo={workspace.goToPerson} />
        <span className="chat-button">
          <IconButton
            icon={ChatIcon}
            label={unread > 0 ? t('chat.unread', { n: unread }) : t('chat.title')}
            onClick={() => chat.setOpen(true)}
          />
          <Badge n={unread} />
        </span>
        <UndoBar {...workspace.undo} />
      </header>
      <div className="phone-strips">{workspace.strips}</div>
      <main className="phone-main">
        <div className="phone-pane" hidden={pane !== 'text'}>
          {workspace.text}
        </div>
        {Part && (
          <div className={`phone-pane phone-${view}`}>
            <Suspense>
              <Part />
            </Suspense>
          </div>
        )}
        {pane === 'quirks' && (
          <div className="phone-pane">
            <PhoneQuirks
              items={items}
              selecting={selection !== null && canWrite}
              onTap={tap}
              onNew={canWrite ? () => void quirks.newQuirk() : undefined}
            />
          </div>
        )}
      </main>
      <PaneSwitch of={['text', 'quirks']} pane={pane} onChange={(to) => (to === 'text' ? toText() : toQuirks())} />
      <PhoneMenu
        open={menu}
        onClose={() => setMenu(false)}
        title={projectTitle(name)}
        project={address}
        handlers={acting.handlers}
        exports={[...workspace.reports, 'line', ...workspace.exports]}
        onPalette={acting.openPalette}
      />
      {opened && (
        <QuirkSheet
          quirk={opened}
          onClose={closeQuirk}
          onPassage={workspace.openPassage}
          onHighlight={selection && canWrite ? () => coding.giveSelected(opened.id) && toText() : undefined}
          onEdit={canWrite ? () => void quirks.editQuirk(opened.id) : undefined}
          onRemove={canWrite ? () => void quirks.removeQuirk(opened.id) : undefined}
        />
      )}
      <ChatModal
        messages={messages}
        open={chat.isOpen}
        onClose={() => chat.setOpen(false)}
        emoji={(field, onChoose) => <EmojiButton field={field} onChoose={onChoose} />}
      />
      {workspace.dialogs}
    </div>
  )
}

/** The quirk that the address asks for was there and is removed: it is closed, else an undo would open it again. `isThere` undefined: not known yet. */
function useClosedWhenGone(asked: number | null, isThere: boolean | undefined, close: () => void): void {
  const seen = useRef<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each that goes
  useEffect(() => {
    if (asked === null) return
    if (isThere) seen.current = asked
    else if (isThere === false && seen.current === asked) close()
  }, [asked, isThere])
}

/**
 * Address and text go together: what the address asks for is shown, and what is shown otherwise (a tab, the list, an import) becomes the address.
 * `highest` is the source with the highest id (1 §2), `last` where the person was last, and at first the one at the top of the list.
 */
function useSourceAddress(view: ViewName, row: string | undefined): void {
  const project = useProject()
  const again = useAgain()
  const editor = editorOf(project.uuid)
  const { activeSource, sourcesListed } = useSnapshot(editor)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each wish
  useEffect(() => {
    if (view !== 'sources') return
    let isWanted = true
    const id = idOf(row)
    if (row === undefined) editor.sourcesListed = true
    else if (id !== null) openSource(editor, id)
    else
      void (row === 'last' ? lastSource(project) : highestSource(project)).then((found) => {
        if (!isWanted) return
        if (found !== null) openSource(editor, found)
        go(sourceAddress(project.uuid), { replace: true })
      })
    return () => {
      isWanted = false
    }
  }, [project, view, row, again])

  // biome-ignore lint/correctness/useExhaustiveDependencies: when something else is shown, not when the address changes
  useEffect(() => {
    const shown = sourceAddress(project.uuid)
    const asked = `/projects/${project.uuid}/sources${row === undefined ? '' : `/${row}`}`
    if (view === 'sources' && row !== 'last' && row !== 'highest' && shown !== asked) go(shown)
  }, [project, activeSource, sourcesListed])
}

/** Where what is shown stands: a source, or the list. */
function sourceAddress(uuid: string): string {
  const { activeSource, sourcesListed } = editorOf(uuid)
  const list = `/projects/${uuid}/sources`
  return sourcesListed || activeSource === none ? list : `${list}/${activeSource}`
}

async function lastSource(project: ProjectHandle): Promise<number | null> {
  const { activeSource, sourceOrder } = editorOf(project.uuid)
  const isThere = activeSource !== none && (await project.ask('source', { sourceId: activeSource })).value !== null
  return isThere ? activeSource : firstSource(project, { ...sourceOrder })
}

const highestSource = (project: ProjectHandle) => firstSource(project, { by: 'added', descending: true })

async function firstSource(project: ProjectHandle, order: SourceOrder): Promise<number | null> {
  const { value } = await project.ask('sources', { offset: 0, limit: 1, order })
  return value.rows[0]?.id ?? null
}
