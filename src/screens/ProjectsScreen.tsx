import { type ReactNode, Suspense, useState } from 'react'
import { folderOf } from '../features/files/paths.ts'
import { DropZone } from '../features/import/DropZone.tsx'
import { formatDate, formatRelative } from '../i18n/formats.ts'
import { problemText } from '../i18n/problemText.ts'
import { useT } from '../i18n/useT.ts'
import type { ProjectEntry } from '../model/bridge.ts'
import { projectTitle } from '../model/rules/projectTitle.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { FolderOpenIcon, ImportIcon, PlusIcon, WarningIcon } from '../ui/icons.ts'
import { SearchField } from '../ui/SearchField.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { ClearDesk } from './ClearDesk.tsx'
import { Logo } from './Logo.tsx'
import { late } from './late.ts'
import { SampleButton } from './SampleButton.tsx'
import { useBackToProject } from './useBackToProject.ts'
import { type QdpxImport, useImportQdpx } from './useImportQdpx.tsx'
import { type ProjectActions, useProjectActions } from './useProjectActions.tsx'
import { useProjectList } from './useProjectList.ts'
import { useTitle } from './useTitle.ts'

const LanguageMenu = late(async () => (await import('./LanguageMenu.tsx')).LanguageMenu)
const ThemeMenu = late(async () => (await import('./ThemeMenu.tsx')).ThemeMenu)
const HelpMenu = late(async () => (await import('./HelpMenu.tsx')).HelpMenu)
const ProjectMenu = late(async () => (await import('./ProjectMenu.tsx')).ProjectMenu)

/** With fewer, all are in sight. */
const searchFrom = 8

/** The projects on this machine that were opened or made here. */
export function ProjectsScreen() {
  const t = useT()
  const { projects, problem, reload } = useProjectList()
  const actions = useProjectActions(reload)
  const qdpx = useImportQdpx()
  const [search, setSearch] = useState('')
  useTitle(t('projects.title'))
  useBackToProject({ projects, problem })

  const found = projects?.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()))
  return (
    <DropZone className="projects" label={t('importQdpx.drop')} onFiles={qdpx.take}>
      <header className="projects-top">
        <div className="projects-brand">
          <Logo size={36} />
          <div>
            <p className="projects-name">{t('app.name')}</p>
            <p className="projects-tagline">{t('app.tagline')}</p>
          </div>
        </div>
        <div className="projects-choices">
          <Suspense>
            <LanguageMenu />
            <ThemeMenu />
            <HelpMenu />
          </Suspense>
        </div>
      </header>
      <main className="projects-main">
        {projects?.length === 0 ? (
          <ClearDesk>
            <Ways actions={actions} qdpx={qdpx} large />
            <SampleButton />
          </ClearDesk>
        ) : (
          <>
            <div className="projects-head">
              <h1>{t('projects.title')}</h1>
              <Ways actions={actions} qdpx={qdpx} />
            </div>
            {projects && projects.length >= searchFrom && (
              <SearchField label={t('projects.search')} value={search} onChange={setSearch} />
            )}
            {!projects && problem && (
              <ErrorState title={t('projects.loadFailed')} onRetry={reload}>
                {problemText(problem)}
              </ErrorState>
            )}
            {!projects && !problem && <Skeleton lines={4} height="3.5rem" />}
            {found && (
              <ul className="projects-list" aria-label={t('projects.title')}>
                {found.map((project) => (
                  <ProjectRow key={project.project_uuid} project={project} actions={actions} />
                ))}
              </ul>
            )}
            {found?.length === 0 && <p className="projects-none">{t('ui.noMatch')}</p>}
          </>
        )}
      </main>
      {actions.dialogs}
      {qdpx.dialogs}
    </DropZone>
  )
}

function Ways({ actions, qdpx, large }: { actions: ProjectActions; qdpx: QdpxImport; large?: boolean }) {
  const t = useT()
  const size = large ? 'large' : 'usual'
  return (
    <div className="projects-ways">
      <Button size={size} icon={FolderOpenIcon} onClick={actions.openFile}>
        {t('projects.open')}
      </Button>
      <Button size={size} icon={ImportIcon} onClick={qdpx.choose}>
        {t('projects.importQdpx')}
      </Button>
      <a className="ui-button" data-kind="primary" data-size={size} href="#/projects/create">
        <PlusIcon aria-hidden />
        {t('projects.create')}
      </a>
    </div>
  )
}

function ProjectRow({ project, actions }: { project: ProjectEntry; actions: ProjectActions }) {
  const t = useT()
  const { project_uuid, name, modified } = project
  const title: ReactNode = <span className="projects-title">{projectTitle(name)}</span>
  return (
    <li className="projects-row" data-missing={modified === null || undefined}>
      <div className="projects-what">
        {modified === null ? title : <a href={`#/projects/${project_uuid}`}>{title}</a>}
        <span className="projects-folder" data-tooltip={name}>
          <bdi>{folderOf(name)}</bdi>
        </span>
      </div>
      {modified === null ? (
        <span className="projects-missing">
          <WarningIcon aria-hidden />
          {t('projects.missing')}
        </span>
      ) : (
        <time className="projects-when" dateTime={new Date(modified).toISOString()} data-tooltip={formatDate(modified)}>
          {formatRelative(modified)}
        </time>
      )}
      <span className="projects-more">
        <Suspense>
          <ProjectMenu project={project} actions={actions} />
        </Suspense>
      </span>
    </li>
  )
}
