import { createPublicKey, hash, verify } from 'node:crypto'
import { asInstant, type Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { priceRecordHeadSigningText, operatorLogSymbol, parsePriceRecordLeaf } from '#rules/leaf.ts'
import { merkleRootFromPath } from '#rules/merkle.ts'
import { readPublishedSigningKeys } from '../core/signingKeys.ts'
import type { PriceRecordProofReader } from '../fairness/proofs.ts'
import { canonicalJson } from '../http/json.ts'
import { parseStaffLogEntry, staffLogGenesisHash, hashStaffLogEntry, staffLogRows } from './log.ts'

/** What a check of the whole log found. */
export interface StaffLogCheck {
  entries: number
  /** Hex of the newest hash; 64 zeros of an empty log. */
  root: string
  /** The newest root that is published in the price record's tree. */
  published: { entries: number; at: Instant; isSigned: boolean } | undefined
  /** Each thing that does not fit, in one sentence; none when the log is what it always was. */
  faults: string[]
}

const rowsAtOnce = 1_000

/**
 * Recomputes every hash from the first entry on, compares the log with every root of it that was ever published as a leaf, and proves the
 * newest of these against its day's signed head. `proofs` reads that tree.
 */
export async function verifyStaffLog(sql: Sql, proofs: PriceRecordProofReader): Promise<StaffLogCheck> {
  const faults: string[] = []
  const hashes: string[] = []
  let prev: Buffer = staffLogGenesisHash
  for (let more = true; more; ) {
    const rows = await staffLogRows(sql, hashes.length + 1, rowsAtOnce)
    more = rows.length === rowsAtOnce
    for (const row of rows) {
      const seq = hashes.length + 1
      if (row.seq !== seq) faults.push(`Entry ${seq} is missing: entry ${row.seq} follows.`)
      else if (!row.prev.equals(prev)) faults.push(`Entry ${seq} does not begin from the entry before it.`)
      else if (!row.hash.equals(hashStaffLogEntry(prev, row.body))) faults.push(`Entry ${seq} is not what was hashed.`)
      else if (!isEntry(row.body, seq)) faults.push(`Entry ${seq} cannot be read.`)
      if (faults.length > 0) return { entries: hashes.length, root: prev.toString('hex'), published: undefined, faults }
      prev = row.hash
      hashes.push(prev.toString('hex'))
    }
  }
  const leaves = await publishedRoots(sql)
  for (const { entries, root, sec } of leaves) {
    if (entries > hashes.length) faults.push(`${entries} entries were published at second ${sec}, ${hashes.length} are here.`)
    else if (hashes[entries - 1] !== root) faults.push(`The root of ${entries} entries published at second ${sec} is another one.`)
    if (faults.length > 0) break
  }
  const newest = leaves.at(-1)
  const signed = newest && (await provedIn(sql, proofs, newest))
  if (signed === 'wrong') faults.push(`The leaf of second ${newest?.sec} is not in the signed tree as it stands here.`)
  return {
    entries: hashes.length,
    root: prev.toString('hex'),
    published: newest && { entries: newest.entries, at: asInstant(newest.sec * 1000), isSigned: signed === 'signed' },
    faults,
  }
}

function isEntry(body: string, seq: number): boolean {
  try {
    const { at, by, action, about, seq: own } = parseStaffLogEntry(body)
    return own === seq && canonicalJson({ about, action, at, by, seq }) === body
  } catch {
    return false
  }
}

interface PublishedRoot {
  entries: number
  root: string
  sec: number
}

async function publishedRoots(sql: Sql): Promise<PublishedRoot[]> {
  const rows = await sql.query<{ value: string; sources: string; sec: string }>(
    'select value, sources, sec from published_input where symbol = $1 order by value, sec',
    [operatorLogSymbol],
  )
  return rows.map(({ value, sources, sec }) => ({ entries: Number(value), root: sources.replace(/^root=/, ''), sec: Number(sec) }))
}

/** Whether the leaf stands under its day's signed head; 'later' while no head covers it, or when its day's records are gone. */
async function provedIn(
  sql: Sql,
  proofs: PriceRecordProofReader,
  { entries, root, sec }: PublishedRoot,
): Promise<'signed' | 'later' | 'wrong'> {
  const proof = await proofs.proof(operatorLogSymbol, sec).catch(() => undefined)
  if (!proof) return 'later'
  const leaf = parsePriceRecordLeaf(proof.leaf)
  const fits = leaf?.symbol === operatorLogSymbol && Number(leaf.price) === entries && leaf.sources[0] === `root=${root}`
  const sha256 = (bytes: Uint8Array) => Uint8Array.from(hash('sha256', bytes, 'buffer'))
  const found = await merkleRootFromPath(sha256, proof.leaf, proof.leafIndex, proof.treeSize, proof.path)
  return fits && found === proof.head.root && (await isSigned(sql, proof.head)) ? 'signed' : 'wrong'
}

async function isSigned(sql: Sql, head: Parameters<typeof priceRecordHeadSigningText>[0] & { kid: string; sig: string }): Promise<boolean> {
  const key = (await readPublishedSigningKeys(sql)).find(({ kid }) => kid === head.kid)
  if (!key) return false
  const published = createPublicKey({ key: key.publicKeyJwk, format: 'jwk' })
  return verify(
    'sha256',
    Buffer.from(priceRecordHeadSigningText(head)),
    { key: published, dsaEncoding: 'ieee-p1363' },
    Buffer.from(head.sig, 'base64'),
  )
}
