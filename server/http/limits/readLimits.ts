import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#contract/refusals.ts'
import { clientIpKey } from '../../core/addresses/addressKey.ts'
import { type TokenBucketRate, createTokenBuckets } from './tokenBucket.ts'

/** Reads, previews among them (docs/rules/wire.md): a phone may open many screens at once; an office or a carrier is ten of them. */
export const defaultReadLimits = {
  readsPerUser: { burst: 300, perSecond: 10 },
  readsPerIp: { burst: 3_000, perSecond: 100 },
} as const satisfies Record<string, TokenBucketRate>

export type ReadLimitRates = Record<keyof typeof defaultReadLimits, TokenBucketRate>

export interface ReadLimiter {
  /** Counts a read of this address. Refuses tooMany {seconds}. */
  takeOfAddress(request: FastifyRequest, reply: FastifyReply, nowMs: number): void
  /** Counts a read of this person. Refuses tooMany {seconds}. */
  takeOfUser(userId: string, reply: FastifyReply, nowMs: number): void
}

/**
 * Limits of reads, told to the caller in the fields `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers): the whole
 * quota and the seconds in which it comes back, what is left of it and the seconds until it is whole. The last one that was counted is told.
 */
export function createReadLimiter({ readsPerUser, readsPerIp }: ReadLimitRates): ReadLimiter {
  const limit = (name: string, rate: TokenBucketRate) => {
    const buckets = createTokenBuckets(rate)
    const policy = `"${name}";q=${rate.burst};w=${Math.ceil(rate.burst / rate.perSecond)}`
    return (key: string, reply: FastifyReply, nowMs: number): void => {
      const { waitSeconds, left, fullSeconds } = buckets.take(key, nowMs)
      reply.header('ratelimit-policy', policy).header('ratelimit', `"${name}";r=${left};t=${fullSeconds}`)
      if (waitSeconds > 0) throw new Refusal('tooMany', { seconds: waitSeconds })
    }
  }
  const ofAddress = limit('address', readsPerIp)
  return {
    takeOfAddress: (request, reply, nowMs) => ofAddress(clientIpKey(request.ip), reply, nowMs),
    takeOfUser: limit('person', readsPerUser),
  }
}
