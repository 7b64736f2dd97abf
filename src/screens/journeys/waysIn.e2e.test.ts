// An account that is no more, and one that is not yet: what a browser keeps of the first, and what an invitation's link leads to.
import { expect, test } from 'vitest'
import { axe } from '../../../fixtures/testing/axe.ts'
import { cloudDesk, copies } from '../../../fixtures/testing/cloudDesk.ts'

const desk = cloudDesk()

test('the copies of an account that was deleted elsewhere go; what was not sent is offered at the way in, whoever comes', async () => {
  const [ann, ben] = [await desk.person('Ann'), await desk.person('Ben')]
  const uuid = await ann.project('Harbour')
  const context = await desk.browser()
  const page = await desk.open(context, `/projects/${uuid}`)
  await desk.signIn(page, ann)
  await page.getByText('All changes saved').waitFor()
  const other = await desk.open(context, '/account')
  await other.getByText('This browser').waitFor()
  await desk.quirkOffline(page, 'Ebb')
  expect(await page.evaluate(copies)).toEqual([`${ann.id}.${uuid}`])

  expect((await ann.send('DELETE', '/web/api/user/delete', { password: ann.password })).status).toBe(200)
  await context.setOffline(false)
  for (const tab of [page, other])
    await tab.getByText('The account that was signed in here has been deleted.').waitFor()
  await expect.poll(() => page.evaluate(copies)).toEqual([])
  const kept = page.getByRole('region', { name: 'Harbour was deleted or is no longer shared with you.' })
  await kept.getByText('1 change of yours had not been sent').waitFor()
  expect(await axe(page)).toEqual([])

  // Somebody else comes first: it is still there for the person.
  await other.evaluate(() => {
    location.hash = '#/'
  })
  await other.reload()
  await desk.signIn(other, ben)
  await other.getByRole('heading', { name: 'No projects yet' }).waitFor()
  expect(await other.getByRole('region', { name: /^Harbour/ }).count()).toBe(0)
  await other
    .getByRole('button', { name: 'Log out' })
    .or(other.getByRole('button', { name: /^Account of/ }))
    .first()
    .click()
  await other.getByRole('menuitem', { name: 'Log out' }).click()
  const saved = other.waitForEvent('download')
  await other
    .getByRole('region', { name: /^Harbour/ })
    .getByRole('button', { name: 'Download' })
    .click()
  expect((await saved).suggestedFilename()).toBe('Unsent changes of Harbour.html')
  await other.getByRole('button', { name: 'Downloaded' }).waitFor()
  await other.reload()
  await other.getByRole('button', { name: 'Sign in' }).waitFor()
  await expect.poll(() => other.evaluate(() => localStorage.getItem('thicket:gone'))).toBeNull()
})

test('a session that was ended elsewhere leaves the copies where they are', async () => {
  const eve = await desk.person('Eve')
  const uuid = await eve.project('Tides')
  const page = await desk.openAs(eve, `/projects/${uuid}`)
  await page.getByText('All changes saved').waitFor()
  const { sessions } = (await eve.send('GET', '/web/api/user/sessions')).body as {
    sessions: { id: string; current: boolean }[]
  }
  for (const { id, current } of sessions)
    if (!current) await eve.call(`/web/api/user/sessions/${id}`, { method: 'DELETE' })
  await page.getByText('Sign in to continue.').waitFor()
  expect(await page.evaluate(copies)).toEqual([`${eve.id}.${uuid}`])
  // 2 §2: where one was going is not forgotten on the way to another password; what there is not is not found.
  const wanted = `?redirectUrl=${encodeURIComponent(`/projects/${uuid}`)}`
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect.poll(() => page.evaluate(() => location.hash)).toBe(`#/reset${wanted}`)
  await page.getByRole('link', { name: 'Back to sign-in' }).click()
  await expect.poll(() => page.evaluate(() => location.hash)).toBe(`#/${wanted}`)
  await page.evaluate(() => {
    location.hash = '#/nowhere'
  })
  await page.getByRole('heading', { name: 'This page could not be found' }).waitFor()
})

test('the link of an invitation makes an account with the project in its list, once', async () => {
  const ann = await desk.person('Ann')
  const uuid = await ann.project('Estuary')
  const email = 'new.person@example.org'
  const shared = await ann.send('POST', `/web/api/v2/projects/${uuid}/share`, { email, access_right: 'write' })
  expect(shared.status).toBe(200)
  const letter = () => desk.letter(email, '/?invitation=')
  await expect.poll(letter).toBeDefined()
  const link = /#(\/\?invitation=[\w-]+)/.exec(letter() ?? '')?.[1] ?? ''

  const page = await desk.open(await desk.browser(), link)
  await page.getByLabel('Name', { exact: true }).fill('Nora')
  await page.getByLabel('Password', { exact: true }).fill('a long sentence of Nora')
  await page.getByRole('button', { name: 'Create an account' }).click()
  await page.getByRole('list', { name: 'Shared with me' }).getByRole('link', { name: 'Estuary' }).waitFor()

  const again = await desk.open(await desk.browser(), link)
  await again
    .getByText('This link was used already or has expired.')
    .or(again.getByText('This invitation was used already'))
    .waitFor()
  expect(await again.getByLabel('Password', { exact: true }).count()).toBe(0)
  // It says so once.
  await again.getByRole('link', { name: 'I have an account: sign in' }).click()
  await desk.signIn(again, { email, password: 'a long sentence of Nora' })
  await again.getByRole('link', { name: 'Estuary' }).waitFor()
})

test('who has an account signs in from the link of an invitation: where it is for another it says so, where it is theirs it is taken', async () => {
  const [ann, gina] = [await desk.person('Ann'), await desk.person('Gina')]
  const uuid = await ann.project('Shingle')
  const email = 'hal@example.org'
  await ann.share(uuid, { email }, 'write')
  const letter = () => desk.letter(email, '/?invitation=')
  await expect.poll(letter).toBeDefined()
  const link = /#(\/\?invitation=[\w-]+)/.exec(letter() ?? '')?.[1] ?? ''
  const page = await desk.open(await desk.browser(), link)
  const name = page.getByLabel('Name', { exact: true })
  const toSignIn = async () => {
    await name.waitFor()
    await page.getByRole('link', { name: 'I have an account: sign in' }).click()
    await name.waitFor({ state: 'detached' })
  }

  await toSignIn()
  // By the other ways, too.
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(email)
  await toSignIn()
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByRole('link', { name: 'Back to sign-in' }).click()
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  expect(await axe(page)).toEqual([])
  await desk.signIn(page, gina)
  await page.getByText(`This invitation is for ${email}; you are signed in as ${gina.email}.`).waitFor()

  // In the same tab, which was hers; Hal has registered without the link meanwhile.
  const hal = await desk.server.person('Hal')
  expect(hal.email).toBe(email)
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  await page.goto(`${desk.server.base}/web/#${link}`)
  await toSignIn()
  await desk.signIn(page, hal)
  await page.getByText('The project shared with you is now in your list.').waitFor()
  await page.getByRole('list', { name: 'Shared with me' }).getByRole('link', { name: 'Shingle' }).waitFor()
})

test('an email that is none, and a password that is not there, are named where they are missing; the server is not asked', async () => {
  const page = await desk.open(await desk.browser())
  let asked = 0
  page.on('request', (request) => {
    if (request.url().includes('/auth/login')) asked += 1
  })
  const [email, password] = [page.getByLabel('Email'), page.getByLabel('Password', { exact: true })]
  const submit = page.getByRole('button', { name: 'Sign in' })
  const wrong = (field: typeof email, words: string) =>
    expect
      .poll(() =>
        field.evaluate((input) => {
          const note = input.getAttribute('aria-describedby')?.split(' ') ?? []
          const said = note.map((id) => document.getElementById(id)?.textContent).join(' ')
          return [input === document.activeElement, input.getAttribute('aria-invalid'), said.trim()]
        }),
      )
      .toEqual([true, 'true', words])
  await submit.click()
  await wrong(email, 'Invalid email address.')
  await email.fill('gina')
  await password.fill('a sentence')
  await submit.click()
  await wrong(email, 'Invalid email address.')
  expect(await axe(page)).toEqual([])
  await password.fill('')
  await email.fill('gina@example.org')
  await submit.click()
  await wrong(password, 'Enter your password.')
  expect(asked).toBe(0)
  await password.fill('a sentence')
  await submit.click()
  await page.getByText('Email or password is wrong.').waitFor()
  expect(asked).toBe(1)
})
