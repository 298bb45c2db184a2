/** The router reads bare digits as a number, and an id of nineteen loses its end there: the address bar still has all of them. */
export function exactId(id: string, address: string): string {
  const typed = new URLSearchParams(address).get('id') ?? ''
  return /^\d+$/.test(typed) && Number(typed) === Number(id) ? typed : id
}
