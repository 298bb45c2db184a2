import { availableParallelism } from 'node:os'
import { hash, hashRaw, verify } from '@node-rs/argon2'
import { Refusal } from '#contract/refusals.ts'
import { createSemaphore } from '../core/semaphore.ts'
import { isCommonPassword } from './commonPasswords.ts'

// Algorithm 2 is argon2id; with 19 MiB and two passes.
const cost = { algorithm: 2, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

// One core stays free for prices. The edge lets in few calls at a time that hash, so this queue is short however many ask.
const inTurn = createSemaphore(Math.max(1, availableParallelism() - 1), 60)

/** The only form in which a secret is stored. */
export const hashSecret = (secret: string): Promise<string> => inTurn(() => hash(secret, cost))

/** For codes that are looked up by their hash: 32 bytes, as slow, with a salt that the codes of one person share. */
export const hashSecretWithSalt = (secret: string, salt: Buffer): Promise<Buffer> => inTurn(() => hashRaw(secret, { ...cost, salt }))

let nobodys: Promise<string> | undefined

/** Whether the secret is the hashed one. Without a hash (no such account) it takes as long and is false. */
export async function verifySecret(hashed: string | null | undefined, secret: string): Promise<boolean> {
  nobodys ??= hashSecret('nobody has this')
  const isRight = await nobodys.then((instead) => inTurn(() => verify(hashed ?? instead, secret)))
  return isRight && typeof hashed === 'string'
}

const leastCharacters = 8

/** The rules of docs/rules/wire.md; passwordWeak says which one: length, classes, common or containsAccount. */
export function assertPasswordStrength(password: string, accountNames: readonly (string | undefined)[]): void {
  if ([...password].length < leastCharacters) throw new Refusal('passwordWeak', { rule: 'length' })
  const classes = [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{L}\p{Nd}]/u].filter((pattern) => pattern.test(password)).length
  if (classes < 3 && [...password].length < 14) throw new Refusal('passwordWeak', { rule: 'classes' })
  if (isCommonPassword(password)) throw new Refusal('passwordWeak', { rule: 'common' })
  const lower = password.toLowerCase()
  const names = accountNames.filter((name) => name !== undefined && name.length >= 3) as string[]
  if (names.some((name) => lower.includes(name.toLowerCase()))) throw new Refusal('passwordWeak', { rule: 'containsAccount' })
}
