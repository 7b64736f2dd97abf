import { describe, expect, it } from 'vitest'
import { callerAddress } from './callerAddress.ts'

describe('from where a call comes', () => {
  it.each([
    // Nobody stands before us: what a caller writes counts for nothing.
    ['10.0.0.9', '1.2.3.4', 0, '10.0.0.9'],
    ['::ffff:10.0.0.9', undefined, 0, '10.0.0.9'],
    // One proxy: it writes the last.
    ['127.0.0.1', '203.0.113.7', 1, '203.0.113.7'],
    ['127.0.0.1', '1.2.3.4, 203.0.113.7', 1, '203.0.113.7'],
    ['127.0.0.1', '1.2.3.4,5.6.7.8 ,203.0.113.7:4711', 1, '203.0.113.7'],
    // Two: the outer one has seen the caller, the inner one the outer.
    ['127.0.0.1', '1.2.3.4, 203.0.113.7, 10.1.1.1', 2, '203.0.113.7'],
    // Past a proxy, or words: the one who called.
    ['127.0.0.1', '203.0.113.7', 2, '127.0.0.1'],
    ['127.0.0.1', undefined, 1, '127.0.0.1'],
    ['127.0.0.1', 'localhost', 1, '127.0.0.1'],
    ['127.0.0.1', '1.2.3.4, ', 1, '127.0.0.1'],
    ['127.0.0.1', '999.1.1.1', 1, '127.0.0.1'],
    [undefined, undefined, 0, 'unknown'],
    // Of IPv6 the network.
    ['2001:db8:1:2:3:4:5:6', undefined, 0, '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::ffff', undefined, 0, '2001:db8:1:2::/64'],
    ['2001:db8::1', undefined, 0, '2001:db8:0:0::/64'],
    ['fe80::1%eth0', undefined, 0, 'fe80:0:0:0::/64'],
    ['::1', undefined, 0, '0:0:0:0::/64'],
    ['127.0.0.1', '[2001:db8:1:2::5]:443', 1, '2001:db8:1:2::/64'],
  ])('%s with “%s” behind %i: %s', (socket, forwarded, proxies, address) => {
    expect(callerAddress(socket, forwarded, proxies)).toBe(address)
  })
})
