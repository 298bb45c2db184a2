import styles from './Swap.module.css'

const radius = 8
const circumference = 2 * Math.PI * radius

/** Runs empty in the time that a price is firm, and begins again with the next one. It says nothing about up or down. */
export function QuoteCountdownRing({ turn }: { turn: number }) {
  return (
    <svg className={styles.ring} viewBox="0 0 20 20" aria-hidden="true">
      <circle cx="10" cy="10" r={radius} className={styles.ringBed} />
      <circle
        key={turn}
        cx="10"
        cy="10"
        r={radius}
        className={styles.ringTime}
        strokeDasharray={circumference}
        pathLength={circumference}
      />
    </svg>
  )
}
