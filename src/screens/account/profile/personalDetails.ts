import type { User } from '#contract/calls/account.ts'

/** The form of personal information as it is being filled in; gender 0 is not chosen yet. */
export interface PersonalDetailsDraft {
  surname: string
  firstName: string
  gender: 0 | 1 | 2
  birthday: string
  country: string
  address: string
  phone: string
}

export type PersonalDetailsField = keyof PersonalDetailsDraft

export interface PersonalDetailsError {
  field: PersonalDetailsField
  isUnderage?: boolean
}

/** What is known of the person already. */
export function personalDetailsDraftOfUser({ personal, country }: Pick<User, 'personal' | 'country'>): PersonalDetailsDraft {
  if (!personal) return { surname: '', firstName: '', gender: 0, birthday: '', country, address: '', phone: '' }
  const { surname, firstName, gender, birthday, address, phone } = personal
  return { surname, firstName, gender, birthday, country: personal.country, address, phone }
}

const lengthOf = (text: string): number => [...text.trim()].length
const isBetween = (text: string, least: number, most: number): boolean => lengthOf(text) >= least && lengthOf(text) <= most

/** The first thing that keeps the form from being sent, top to bottom. The server has the last word on the day. */
export function findPersonalDetailsError(details: PersonalDetailsDraft, now: number): PersonalDetailsError | undefined {
  if (!isBetween(details.surname, 1, 60)) return { field: 'surname' }
  if (!isBetween(details.firstName, 1, 60)) return { field: 'firstName' }
  if (details.gender === 0) return { field: 'gender' }
  if (!/^\d{4}-\d{2}-\d{2}$/.test(details.birthday) || details.birthday < '1900-01-01') return { field: 'birthday' }
  if (!isOver18(details.birthday, now)) return { field: 'birthday', isUnderage: true }
  if (details.country === '') return { field: 'country' }
  if (!isBetween(details.address, 5, 200)) return { field: 'address' }
  return /^\d{5,15}$/.test(details.phone.replace(/[\s().-]/g, '')) ? undefined : { field: 'phone' }
}

const isOver18 = (birthday: string, now: number): boolean =>
  new Date(now).toISOString().slice(0, 10) >= `${Number(birthday.slice(0, 4)) + 18}${birthday.slice(4)}`
