/** The addresses of the page, below `/web/#`, and the screen of each. Screens load when first shown, but for the list of projects. */
import { lazy, Suspense, useEffect } from 'react'
import { Route, Router, Switch } from 'wouter'
import { redirect } from './guards.ts'
import { go, useHashPath, useHashSearch } from './hash.ts'
import { late } from './late.ts'
import { NotFoundScreen } from './NotFoundScreen.tsx'
import { ProjectsScreen } from './ProjectsScreen.tsx'
import { useNarrow } from './useNarrow.ts'

const CreateScreen = late(async () => (await import('./CreateScreen.tsx')).CreateScreen)
const ProjectScreen = late(async () => (await import('./ProjectScreen.tsx')).ProjectScreen)
// For who works on the parts: nobody else is to load it.
const Gallery = lazy(async () => ({ default: (await import('../gallery/Gallery.tsx')).Gallery }))

export function Routes() {
  const [path] = useHashPath()
  const search = useHashSearch()
  const target = redirect(path, search, { narrow: useNarrow() })
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
          <Route path="/projects/:id/:child?">
            {({ id, child }) =>
              child && child !== 'settings' ? <NotFoundScreen /> : <ProjectScreen key={id} uuid={id} child={child} />
            }
          </Route>
          <Route path="/gallery" component={Gallery} />
          <Route component={NotFoundScreen} />
        </Switch>
      </Suspense>
    </Router>
  )
}
