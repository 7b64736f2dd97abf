/** The addresses of the page, below `/web/#`, and the screen of each. Screens load when first shown, but for the list of projects. */
import { lazy, Suspense, useEffect } from 'react'
import { Route, Router, Switch } from 'wouter'
import { isDeskView } from './deskViews.ts'
import { redirect } from './guards.ts'
import { go, useHashPath, useHashSearch } from './hash.ts'
import { late } from './late.ts'
import { NotFoundScreen } from './NotFoundScreen.tsx'
import { ProjectsScreen } from './ProjectsScreen.tsx'
import { useMobile } from './useMobile.ts'

const CreateScreen = late(async () => (await import('./CreateScreen.tsx')).CreateScreen)
const ProjectScreen = late(async () => (await import('./ProjectScreen.tsx')).ProjectScreen)
// For who works on the parts: nobody else is to load it.
const Gallery = lazy(async () => ({ default: (await import('../gallery/Gallery.tsx')).Gallery }))

/** Views of a phone that have an address of their own. */
const onPhone: readonly string[] = ['quirks', 'settings', 'sources']

/** 1 §2: whatever else is asked for is not found. A phone names which source or quirk it shows. */
const isShown = (child: string | undefined, rows: readonly string[], mobile: boolean): boolean =>
  child === undefined ||
  (mobile ? onPhone.includes(child) && rows.length <= 1 : (child === 'tree' || isDeskView(child)) && rows.length === 0)

export function Routes() {
  const [path] = useHashPath()
  const search = useHashSearch()
  const mobile = useMobile()
  const target = redirect(path, search, { mobile })
  useEffect(() => {
    if (target !== null) go(target, { replace: true })
  }, [target])
  if (target !== null) return null
  return (
    <Router hook={useHashPath} searchHook={useHashSearch}>
      <Suspense>
        <Switch>
          <Route path="/projects" component={ProjectsScreen} />
          <Route path="/projects/create" component={CreateScreen} />
          <Route path="/projects/:id/*?">
            {({ id, '*': rest = '' }) => {
              const [child, ...rows] = rest.split('/').filter(Boolean)
              return id && isShown(child, rows, mobile) ? (
                <ProjectScreen key={id} uuid={id} child={child} row={rows[0]} />
              ) : (
                <NotFoundScreen />
              )
            }}
          </Route>
          <Route path="/gallery" component={Gallery} />
          <Route component={NotFoundScreen} />
        </Switch>
      </Suspense>
    </Router>
  )
}
