import styles from './IconImage.module.css'

/** A small drawing beside words that say the same: a currency's disc, what a product or an article is about. It keeps its room while it comes. */
export const IconImage = ({ src, large = false }: { src: string; large?: boolean }) => (
  <img src={src} alt="" width={24} height={24} loading="lazy" decoding="async" className={large ? styles.large : styles.mark} />
)
