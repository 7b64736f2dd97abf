/** The addresses of the page, below `/web/#`, and the screen of each. Screens load when first shown, but for those that a visit begins with: the way in, and the list of projects. */
import { lazy, Suspense, useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { Route, Router, Switch } from 'wouter'
import { notedGone } from '../data/copies/notedGone.ts'
import { activation } from '../data/server/activation.ts'
import { hearServer, localServer } from '../data/server/localServer.ts'
import { can } from '../data/server/serverFacts.ts'
import { session } from '../data/server/session.ts'
import { useT } from '../i18n/useT.ts'
import { asksActivation } from '../model/rules/projects/trial.ts'
import { toast } from '../ui/feedback/toast.ts'
import { lazyPart } from '../ui/lazyPart.ts'
import { useArrival } from '../ui/useArrival.ts'
import { LandingScreen } from './account/LandingScreen.tsx'
import { isAuthRequired, redirect } from './guards.ts'
import { go, useHashPath, useHashSearch } from './hash.ts'
import { LocalServerScreen } from './LocalServerScreen.tsx'
import { NotFoundScreen } from './NotFoundScreen.tsx'
import { ProjectsScreen } from './projectList/ProjectsScreen.tsx'

const CreateScreen = lazyPart(async () => (await import('./projectList/CreateScreen.tsx')).CreateScreen)
const ProjectScreen = lazyPart(async () => (await import('./workspace/ProjectScreen.tsx')).ProjectScreen, 'project')
const ResetScreen = lazyPart(async () => (await import('./account/ResetScreen.tsx')).ResetScreen)
const SignedInScreen = lazyPart(async () => (await import('./account/SignedInScreen.tsx')).SignedInScreen)
const AccountScreen = lazyPart(async () => (await import('./account/AccountScreen.tsx')).AccountScreen)
const OperatorScreen = lazyPart(async () => (await import('./account/OperatorScreen.tsx')).OperatorScreen)
const BuyScreen = lazyPart(async () => (await import('./account/BuyScreen.tsx')).BuyScreen)
const ActivationScreen = lazyPart(async () => (await import('./account/ActivationScreen.tsx')).ActivationScreen)
const GuideScreen = lazyPart(async () => (await import('./guide/GuideScreen.tsx')).GuideScreen)
// For who works on the parts: nobody else is to load it.
const Gallery = lazy(async () => ({ default: (await import('../gallery/Gallery.tsx')).Gallery }))

/** A project is one screen, whatever is shown of it. */
const screenOf = (path: string): string => path.split('/').slice(0, 3).join('/')

export function Routes() {
  const [path] = useHashPath()
  useArrival(screenOf(path))
  const search = useHashSearch()
  const t = useT()
  const { standing } = useSnapshot(session)
  const signedIn = can('accounts') ? standing === 'known' : null
  const { trial, waits } = useSnapshot(activation)
  const local = useSnapshot(localServer).standing
  useEffect(() => void hearServer(), [])
  const asks = trial !== null && asksActivation(trial, Date.now())
  const target = waits ? null : redirect(path, search, { signedIn, asksActivation: asks })
  useEffect(() => {
    if (signedIn) toast.close('authRequired')
    if (target === null) return
    // Where the account is no more, or its session was ended, the page says so.
    if (isAuthRequired(target) && notedGone().length === 0 && !session.ended)
      toast.show({ kind: 'warning', message: t('session.authRequired'), id: 'authRequired' })
    go(target, { replace: true })
  }, [target, signedIn, t])
  if (local === 'starting' || local === 'ended') return <LocalServerScreen standing={local} />
  if (target !== null || waits) return null
  return (
    <Router hook={useHashPath} searchHook={useHashSearch}>
      <Suspense>
        <Switch>
          <Route path="/projects" component={ProjectsScreen} />
          <Route path="/projects/create" component={CreateScreen} />
          <Route path="/projects/:id/*?">
            {({ id, '*': rest = '' }) => (id ? <ProjectScreen key={id} uuid={id} path={rest} /> : <NotFoundScreen />)}
          </Route>
          {signedIn !== null && <Route path="/" component={LandingScreen} />}
          {signedIn !== null && <Route path="/sign-in" component={LandingScreen} />}
          {signedIn !== null && <Route path="/signed-in" component={SignedInScreen} />}
          {signedIn !== null && <Route path="/reset" component={ResetScreen} />}
          {signedIn !== null && <Route path="/account" component={AccountScreen} />}
          {signedIn !== null && <Route path="/operator" component={OperatorScreen} />}
          {signedIn !== null && <Route path="/buy/cloud">{() => <BuyScreen licence="cloud" />}</Route>}
          {signedIn !== null && <Route path="/buy/offline">{() => <BuyScreen licence="offline" />}</Route>}
          {can('localFiles') && <Route path="/activation" component={ActivationScreen} />}
          <Route path="/guide/:name?/:part?">{(at) => <GuideScreen {...at} />}</Route>
          <Route path="/gallery" component={Gallery} />
          <Route component={NotFoundScreen} />
        </Switch>
      </Suspense>
    </Router>
  )
}
