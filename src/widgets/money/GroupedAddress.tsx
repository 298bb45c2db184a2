import styles from './GroupedAddress.module.css'

const groupLength = 4
const endLength = 6

/** An address in groups of four, its two ends marked. As text it is whole: copied or read out, it has no spaces. */
export function GroupedAddress({ address }: { address: string }) {
  const groups = Array.from({ length: Math.ceil(address.length / groupLength) }, (_, index) => index * groupLength)
  return (
    <span className={styles.address} translate="no">
      {groups.map((from) => (
        <Group key={from} address={address} from={from} to={Math.min(from + groupLength, address.length)} />
      ))}
    </span>
  )
}

function Group({ address, from, to }: { address: string; from: number; to: number }) {
  const head = Math.min(to, Math.max(from, endLength))
  const tail = Math.max(from, Math.min(to, address.length - endLength))
  return (
    <>
      {from > 0 && <wbr />}
      <span className={styles.group}>
        {from < head && <b>{address.slice(from, head)}</b>}
        {head < tail && address.slice(head, tail)}
        {Math.max(head, tail) < to && <b>{address.slice(Math.max(head, tail), to)}</b>}
      </span>
    </>
  )
}
