import { expect, test } from 'vitest'
import { serverAddress } from './serverAddress.ts'

test.each([
  ['http://127.0.0.1:4280/web/', 'http://127.0.0.1:4280'],
  ['http://127.0.0.1:4280/web/#/projects/1/quirks?a=/b/', 'http://127.0.0.1:4280'],
  ['https://thicket.example/desk/web/#launch=x', 'https://thicket.example/desk'],
  ['http://127.0.0.1:4280/web/assets/1a2b/tab.html', 'http://127.0.0.1:4280'],
  ['http://127.0.0.1:4280/parts/page/index.html', 'http://127.0.0.1:4280/parts'],
  ['https://thicket.example:8443/a/b/web/?x=1', 'https://thicket.example:8443/a/b'],
])('the server of the page %s is %s', (page, address) => {
  expect(serverAddress(page)).toBe(address)
})
