import { HDKey } from '@scure/bip32'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tryCreateUser } from '#account/people.ts'
import { networks } from '#db/seed/networks.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { getOrAssignDepositAddress } from '#server/deposits/addresses.ts'
import { deriveDepositAddress } from '#server/deposits/derive.ts'
import { listNetworksWithTerms } from '#server/chains/networks.ts'
import { loopbackBitcoin } from '../support/nodes/loopbackBitcoin.ts'
import { loopbackXrpl } from '../support/nodes/loopbackXrpl.ts'
import { startTestServer, type TestServer } from '../support/startServer.ts'

// The whole server with real money and a node of each chain: what is offered, and what arrives by the watcher that it started itself.

const master = HDKey.fromMasterSeed(new Uint8Array(32).fill(7))
const xpub = (place: string): string => master.derive(place).publicExtendedKey
const bitcoinGenesis = '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f'
const chains = {
  bitcoin: { family: 'btc', key: 'DEPOSIT_XPUB_BTC', xpub: xpub("m/84'/0'/0'"), genesis: bitcoinGenesis, fork: 'ab'.repeat(32) },
  litecoin: {
    family: 'ltc',
    key: 'DEPOSIT_XPUB_LTC',
    xpub: xpub("m/84'/2'/0'"),
    genesis: '12a765e31ffd4059bada1e25190f6e98c99d9714d334efa41a195a7e7e04bfe2',
    fork: undefined,
  },
  dogecoin: {
    family: 'doge',
    key: 'DEPOSIT_XPUB_DOGE',
    xpub: xpub("m/44'/3'/0'"),
    genesis: '1a91e3dace36e2be3bf030a65679fe821aa1d6ef92e7c9902eb318182c355691',
    fork: undefined,
  },
  bitcoincash: {
    family: 'bch',
    key: 'DEPOSIT_XPUB_BCH',
    xpub: xpub("m/44'/145'/0'"),
    genesis: bitcoinGenesis,
    fork: '0000000000000000004626ff6e3b936941d341c5932ece4357eeccac44e6d56c',
  },
} as const
type Name = keyof typeof chains
const names = Object.keys(chains) as Name[]
const sharedAddress = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'

let server: TestServer
let nodes: Record<Name, Awaited<ReturnType<typeof loopbackBitcoin>>>
let ledger: Awaited<ReturnType<typeof loopbackXrpl>>
beforeAll(async () => {
  const started = await Promise.all(
    names.map(async (chain) => {
      const { genesis, fork } = chains[chain]
      const node = await loopbackBitcoin({ chain, genesis, isOlder: chain === 'dogecoin' })
      if (fork !== undefined) node.setOldBlock(556_767, fork)
      return [chain, node] as const
    }),
  )
  nodes = Object.fromEntries(started) as typeof nodes
  ledger = await loopbackXrpl({ network: 0 })
  server = await startTestServer({
    byHand: true,
    pollIntervalMs: 50,
    env: {
      FAIRLEAD_ENV: 'production',
      BITCOIN_RPC_URLS: JSON.stringify(Object.fromEntries(names.map((chain) => [chain, nodes[chain].url]))),
      ...Object.fromEntries(names.map((chain) => [chains[chain].key, chains[chain].xpub])),
      XRPL_RPC_URL: ledger.url,
      DEPOSIT_ADDRESS_XRP: sharedAddress,
    },
  })
})
afterAll(async () => {
  await server?.stop()
  for (const chain of names) nodes?.[chain]?.stop()
  ledger?.stop()
})

const db = () => server.app.db
/** A new person, and where their coins of this network arrive. */
async function arrival(currency: string) {
  const email = `${currency.toLowerCase()}@example.com`
  const person = await tryCreateUser(db(), { email, country: 'NZ', lang: 'en-us' }, server.app.clock.now())
  const { family } = networks.find((each) => each.currency === currency)!
  const { address, memo } = await db().transaction((sql) => getOrAssignDepositAddress(server.app, sql, person!.id, family))
  return { userId: person!.id, address, memo }
}
const held = async (userId: string, currency: string) =>
  (
    await db().query<{ amount: string }>(
      `select trim_scale(amount)::text as amount from balance where user_id = $1 and book = 1 and currency = $2 and bucket = 'AVAIL'`,
      [userId, currency],
    )
  ).map(({ amount }) => amount)
/** The watcher begins at the head that it finds. */
const isFollowed = async (chain: string) => {
  await expect.poll(() => db().query('select from chain_cursor where chain = $1 and step > 0', [chain])).toHaveLength(1)
}

it('offers each network whose chain it follows, and no other', async () => {
  const open = (await listNetworksWithTerms(db(), server.app)).filter(({ suspended }) => !suspended.deposit).map(({ currency }) => currency)
  expect(open.toSorted()).toEqual(['BCH', 'BTC', 'DOGE', 'LTC', 'XRP'])
})

describe.each(names)('%s', (chain) => {
  it('brings a deposit to an address of the house’s own key', async () => {
    const { currency, confirmations } = networks.find((each) => each.chain === chain)!
    await isFollowed(chain)
    const { userId, address } = await arrival(currency)
    expect(address).toBe(deriveDepositAddress(chains[chain].family, chains[chain].xpub, 0))
    nodes[chain].send([address, '123.45678901'])
    nodes[chain].mine(confirmations)
    await expect.poll(() => held(userId, currency)).toEqual(['123.45678901'])
  })
})

it('the XRP Ledger brings a deposit to the shared address by its tag', async () => {
  await isFollowed('xrpl')
  const { userId, address, memo } = await arrival('XRP')
  expect(address).toBe(sharedAddress)
  ledger.send({ to: address, tag: Number(memo), amount: '123456789' })
  ledger.close(4)
  await expect.poll(() => held(userId, 'XRP')).toEqual(['123.456789'])
})

it('keeps the ledger sound through all of it', async () => {
  expect(await findAllLedgerViolations(db())).toEqual([])
})
