import * as z from 'zod/mini'
import { defineGetCall, definePostCall } from '../call.ts'
import { textLineSchemaOfLength } from '../lineSchema.ts'
import { wireTimeSchema } from '../timeSchema.ts'
import { uploadFileIdSchema } from './uploads.ts'

/** The text that people agree to when they hand in their papers (article `verify-identity`). */
export const kycConsentVersion = '1'
/** Until then it is decided, as people are told (docs/rules/verification.md). */
export const kycReviewHours = 24
export const maxKycTriesPerDay = 5
/** After a document's last day everything goes on for so long (docs/rules/verification.md). */
export const expiredDocumentGraceDays = 60

export const kycApplicationStatus = { waiting: 0, authorised: 1, rejected: 2 } as const
export const identityDocumentType = { idCard: 1, passport: 2 } as const

export const kycFundSources = ['salary', 'business', 'savings', 'investments', 'property', 'inheritance', 'pension', 'other'] as const
export const kycOccupations = ['employed', 'selfEmployed', 'student', 'retired', 'homemaker', 'betweenJobs', 'other'] as const
export const kycContactRelationships = ['spouse', 'parent', 'child', 'sibling', 'relative', 'friend', 'other'] as const

/** Why an application was not authorised; there are no other reasons, and none asks for a payment. */
export const kycRejectionReasons = [
  'details_differ',
  'photo_unreadable',
  'photo_cut_off',
  'document_expired',
  'document_not_accepted',
  'selfie_differs',
  'proof_too_old',
] as const
export type KycRejectionReason = (typeof kycRejectionReasons)[number]

// In the same form as `updateKYC` keeps it, which compares the two.
const name = z.pipe(textLineSchemaOfLength(1, 60), z.string().check(z.regex(/^[^<>]*$/)))
const place = z.string().check(z.trim(), z.minLength(5), z.maxLength(200), z.regex(/^[^\p{Cc}<>]*$/u))
const day = z.string().check(
  z.regex(/^\d{4}-\d{2}-\d{2}$/),
  z.refine((text) => new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) ?? false),
)
const phone = z.string().check(z.regex(/^\d{5,15}$/))
const areaCode = z.string().check(z.regex(/^\d{1,4}$/))

/** One application. `fieldsToFix` are names of fields of the form. */
export const KycApplication = z.object({
  id: z.string(),
  level: z.union([z.literal(1), z.literal(2)]),
  status: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  reasonCode: z.optional(z.enum(kycRejectionReasons)),
  reasonText: z.optional(z.string()),
  fieldsToFix: z.array(z.string()),
  submitTime: wireTimeSchema,
  reviewTime: z.optional(wireTimeSchema),
  /** Until when it is decided. */
  reviewBy: wireTimeSchema,
  canResubmit: z.boolean(),
  country: z.string(),
  /** The last three characters of the document's number; '' for level 2. */
  documentTail: z.string(),
  /** The last day on which the document is valid, as YYYY-MM-DD. */
  expiresDay: z.optional(z.string()),
  /** The document is no longer valid: a new one is asked for. Everything goes on until `closesTime`. */
  needsUpdate: z.boolean(),
  closesTime: z.optional(wireTimeSchema),
})
export type KycApplication = z.output<typeof KycApplication>

const listPath = '/api/auth/appAuth/listMy'
const havePath = '/api/auth/appAuth/isHaveAuth'
const donePath = '/api/auth/appAuth/isHaveAuthDone'
const mePath = '/api/user/appUser/getMyUserInfo'
const touches = [listPath, havePath, donePath, mePath]
const Submitted = z.object({ id: z.string(), status: z.literal(0) })
const flag = z.union([z.literal(0), z.literal(1)])

export const verification = {
  /**
   * Refuses kycPending, kycDone, underage, countryBlocked, docExpired, docInUse, tooManyTries {max}, agreementRequired, validation for
   * pictures that do not belong to the kind of document, and notFound for pictures that are not one's own.
   */
  applyBasic: definePostCall('/api/auth/appAuth/applyKYC', {
    access: 'full',
    once: true,
    body: z.object({
      surname: name,
      firstName: name,
      gender: z.union([z.literal(1), z.literal(2)]),
      birthday: day,
      country: z.string().check(z.regex(/^[A-Z]{2}$/)),
      idType: z.union([z.literal(1), z.literal(2)]),
      idNumber: z.string().check(z.trim(), z.minLength(4), z.maxLength(30), z.regex(/^[\p{L}\p{N}][\p{L}\p{N} ./-]*$/u)),
      idExpire: z.optional(day),
      frontImg: z.optional(uploadFileIdSchema),
      backImg: z.optional(uploadFileIdSchema),
      passportImg: z.optional(uploadFileIdSchema),
      selfieImg: z.optional(uploadFileIdSchema),
      consentVersion: z.string().check(z.maxLength(20)),
    }),
    reply: Submitted,
    touches,
  }),
  /** The emergency contact is for getting an account back and for next of kin, never for a debt. Refuses as applyBasic does. */
  applyAdvanced: definePostCall('/api/auth/appAuth/applyAdvanced', {
    access: 'kyc1',
    once: true,
    body: z.object({
      address: place,
      city: name,
      postcode: z.string().check(z.trim(), z.minLength(2), z.maxLength(12), z.regex(/^[\p{L}\p{N} -]+$/u)),
      phone,
      areaCode,
      addressProofImg: uploadFileIdSchema,
      sourceOfFunds: z.enum(kycFundSources),
      occupation: z.enum(kycOccupations),
      emergency: z.object({
        surname: name,
        name,
        relationship: z.enum(kycContactRelationships),
        phone,
        address: place,
        consent: z.literal(true),
      }),
    }),
    reply: Submitted,
    touches,
  }),
  /** Whether there is a basic application, and the state of the newest. */
  isBegun: defineGetCall(havePath, {
    access: 'signedIn',
    params: z.object({}),
    reply: z.object({ level: z.literal(1), have: flag, status: z.nullable(z.union([z.literal(0), z.literal(1), z.literal(2)])) }),
    kept: 'page',
  }),
  isDone: defineGetCall(donePath, {
    access: 'signedIn',
    params: z.object({}),
    reply: z.object({ basic: flag, advanced: flag }),
    kept: 'page',
  }),
  /** Newest first. */
  applications: defineGetCall(listPath, { access: 'signedIn', params: z.object({}), reply: z.array(KycApplication), kept: 'page' }),
}
