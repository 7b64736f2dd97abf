import { type ReactNode, Suspense, useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import { can } from '../../data/server/serverFacts.ts'
import { folderOf } from '../../features/files/paths.ts'
import { DropZone } from '../../features/import/DropZone.tsx'
import { formatDate, formatRelative } from '../../i18n/formats.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import type { ProjectEntry } from '../../model/contract/shapes.ts'
import { projectTitle } from '../../model/rules/projects/projectTitle.ts'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { showProblem } from '../../ui/feedback/showProblem.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { FolderOpenIcon, ImportIcon, LockIcon, OfflineIcon, PlusIcon, UploadIcon, WarningIcon } from '../../ui/icons.ts'
import { lazyPart } from '../../ui/lazyPart.ts'
import { useArrival } from '../../ui/useArrival.ts'
import { SkipButton } from '../SkipButton.tsx'
import { TopBar } from '../TopBar.tsx'
import { useTitle } from '../useTitle.ts'
import { ClearDesk } from '../workspace/ClearDesk.tsx'
import { plainLeft } from './plainLeft.ts'
import { SampleButton } from './SampleButton.tsx'
import { useBackToProject } from './useBackToProject.ts'
import { type QdpxImport, useImportQdpx } from './useImportQdpx.tsx'
import { type ProjectActions, useProjectActions } from './useProjectActions.tsx'
import { creating, useProjectList } from './useProjectList.ts'
import { useRefusedFile } from './useRefusedFile.ts'
import { isOwn, type SharedProjects, useSharedProjects } from './useSharedProjects.tsx'
import { type ProjectUploads, useUpload } from './useUpload.tsx'
import { WaitingSteps } from './WaitingSteps.tsx'

const PlainLeft = lazyPart(async () => (await import('./PlainLeft.tsx')).PlainLeft)
const ProjectMenu = lazyPart(async () => (await import('./ProjectMenu.tsx')).ProjectMenu)
const SharedProjectMenu = lazyPart(async () => (await import('./SharedProjectMenu.tsx')).SharedProjectMenu)
const Banners = lazyPart(async () => (await import('./Banners.tsx')).Banners)
const QuitButton = lazyPart(async () => (await import('./QuitButton.tsx')).QuitButton)
const AccountMenu = lazyPart(async () => (await import('../account/AccountMenu.tsx')).AccountMenu)

const mayNotCreate = { kind: 'mayNotCreate' } as const

/** With fewer, all are in sight. */
const searchFrom = 8

/** Files of this machine; or projects of the server, one's own and those that others share. */
export function ProjectsScreen() {
  const t = useT()
  const { projects, problem, reload } = useProjectList()
  const actions = useProjectActions(reload)
  const shared = useSharedProjects(projects ?? [], reload)
  const taken = useMemo(() => (projects ?? []).filter(isOwn).map(({ name }) => projectTitle(name)), [projects])
  const uploads = useUpload(taken)
  // A .qrk of this machine is opened where it lies: a page does not know where.
  const qdpx = useImportQdpx(taken, onFiles ? uploads.take : undefined)
  const doing: Doing = { actions, shared, qdpx, uploads }
  const [search, setSearch] = useState('')
  const left = useSnapshot(plainLeft).of
  const mayCreate = useSnapshot(creating).isAllowed
  useTitle(t('projects.title'))
  useBackToProject({ projects, problem })
  useRefusedFile()
  // A row that goes takes along the button of what removed it; a list that turns out to be empty, its heading.
  useArrival(String(projects?.map(({ project_uuid }) => project_uuid)))

  const found = projects?.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()))
  return (
    <DropZone
      className="projects"
      label={t(onFiles ? 'importQdpx.drop' : 'projects.drop')}
      onFiles={(files) => {
        if (!mayCreate) return showProblem(mayNotCreate)
        const [file] = files
        if (!onFiles && files.length === 1 && file && !/\.qdpx$/i.test(file.name)) uploads.take(file)
        else qdpx.take(files)
      }}
    >
      <SkipButton to=".projects-main" />
      <TopBar className="projects-top">
        {can('accounts') && <AccountMenu />}
        {onFiles && <QuitButton />}
      </TopBar>
      <main className="projects-main">
        <Suspense>{can('accounts') && <Banners listed={projects ?? []} />}</Suspense>
        {projects?.length === 0 && !problem ? (
          <ClearDesk text={mayCreate ? undefined : problemText(mayNotCreate)}>
            {mayCreate && (
              <>
                <Ways doing={doing} large />
                <SampleButton />
              </>
            )}
          </ClearDesk>
        ) : (
          <>
            <div className="projects-head">
              <h1>{t('projects.title')}</h1>
              {mayCreate && <Ways doing={doing} />}
            </div>
            {projects && projects.length >= searchFrom && (
              <SearchField label={t('projects.search')} value={search} onChange={setSearch} />
            )}
            {!projects && problem && (
              <ErrorState title={t('projects.loadFailed')} onRetry={reload}>
                {problemText(problem)}
              </ErrorState>
            )}
            {projects && problem && (
              <p className="projects-offline" role="status">
                <OfflineIcon aria-hidden />{' '}
                {problem.kind === 'serverStarting' ? problemText(problem) : t('projects.offline')}
              </p>
            )}
            {!projects && !problem && <Skeleton lines={4} height="3.5rem" />}
            {found && <Rows of={found.filter(isOwn)} label={t('projects.title')} doing={doing} />}
            {found && !found.every(isOwn) && (
              <section className="projects-shared">
                <h2>{t('projects.shared')}</h2>
                <Rows of={found.filter((project) => !isOwn(project))} label={t('projects.shared')} doing={doing} />
              </section>
            )}
            {found?.length === 0 && search !== '' && <p className="projects-none">{t('ui.noMatch')}</p>}
          </>
        )}
      </main>
      {actions.dialogs}
      {shared.dialogs}
      {qdpx.dialogs}
      {uploads.dialogs}
      <Suspense>{left && <PlainLeft />}</Suspense>
    </DropZone>
  )
}

interface Doing {
  actions: ProjectActions
  shared: SharedProjects
  qdpx: QdpxImport
  uploads: ProjectUploads
}

/** Whether projects are files of this machine. */
const onFiles = can('localFiles')

function Rows({ of, label, doing }: { of: readonly ProjectEntry[]; label: string; doing: Doing }) {
  return (
    <ul className="projects-list" aria-label={label}>
      {of.map((project) => (
        <ProjectRow key={project.project_uuid} project={project} doing={doing} />
      ))}
    </ul>
  )
}

function Ways({ doing: { actions, qdpx, uploads }, large }: { doing: Doing; large?: boolean }) {
  const t = useT()
  const size = large ? 'large' : 'usual'
  return (
    <div className="projects-ways" data-keep-clear>
      {onFiles ? (
        <Button size={size} icon={FolderOpenIcon} onClick={actions.openFile}>
          {t('projects.open')}
        </Button>
      ) : (
        <Button size={size} icon={UploadIcon} onClick={uploads.choose}>
          {t('projects.upload')}
        </Button>
      )}
      <Button size={size} icon={ImportIcon} onClick={qdpx.choose}>
        {t(onFiles ? 'projects.import' : 'projects.importQdpx')}
      </Button>
      <a className="ui-button" data-kind="primary" data-size={size} href="#/projects/create">
        <PlusIcon aria-hidden />
        {t('projects.create')}
      </a>
    </div>
  )
}

function ProjectRow({ project, doing }: { project: ProjectEntry; doing: Doing }) {
  const t = useT()
  const { project_uuid, name, modified, owner, access_right = 'read', people } = project
  const isMissing = modified === null && !project.unreachable
  const title: ReactNode = <span className="projects-title">{projectTitle(name)}</span>
  return (
    <li className="projects-row" data-keep-clear-if-room data-missing={isMissing || undefined}>
      <div className="projects-what">
        {isMissing ? title : <a href={`#/projects/${project_uuid}`}>{title}</a>}
        {onFiles && (
          <span className="projects-folder" data-tooltip={name}>
            <bdi>{folderOf(name)}</bdi>
          </span>
        )}
        {project.protected && (
          <span className="projects-owner protected-sign">
            <LockIcon aria-hidden />
            {t('protection.isProtected')}
          </span>
        )}
        {people !== undefined && <span className="projects-owner">{t('projects.sharedWith', { n: people })}</span>}
        {owner !== undefined && (
          <span className="projects-owner">
            {t('projects.sharedBy', {
              owner: owner || t('users.ownerUnknown'),
              privilege: t(`privilege.${access_right}`),
            })}
          </span>
        )}
      </div>
      <WaitingSteps uuid={project_uuid} />
      {modified === null ? (
        <span className="projects-missing">
          <WarningIcon aria-hidden />
          {t(project.unreachable ? 'projects.unreachable' : 'projects.missing')}
          {onFiles && isMissing && (
            <Button onClick={() => doing.actions.lookFor(project)}>{t('projects.lookFor')}</Button>
          )}
          {project.lastBackup !== undefined && (
            <Button onClick={() => doing.actions.bringBack(project, project.lastBackup ?? 0)}>
              {t('projects.bringBack')}
            </Button>
          )}
        </span>
      ) : (
        <time className="projects-when" dateTime={new Date(modified).toISOString()} data-tooltip={formatDate(modified)}>
          {formatRelative(modified)}
        </time>
      )}
      <span className="projects-more">
        <Suspense>
          {onFiles ? (
            <ProjectMenu project={project} actions={doing.actions} />
          ) : (
            <SharedProjectMenu project={project} actions={doing.shared} />
          )}
        </Suspense>
      </span>
    </li>
  )
}
