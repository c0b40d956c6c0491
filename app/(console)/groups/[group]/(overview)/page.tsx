/** The layout renders the overview, so it stays mounted while the editor opens. */
export default function OverviewPage() {
  return null;
}
