/** The available Kubernetes versions, oldest first. The first is the recorded one. Source:
 *  clusters#versions. */
export const K8S_VERSIONS: readonly string[] = ['1.23', '1.24', '1.25', '1.26'];

export const isOffered = (version: string): boolean => K8S_VERSIONS.includes(version);

const parts = (version: string): readonly [major: number, minor: number] => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return [major, minor];
};

/** Returns the number of minor versions between two versions; negative when the second is older,
 *  undefined between majors. */
export const minorsBetween = (from: string, to: string): number | undefined => {
  const [[major, minor], [otherMajor, otherMinor]] = [parts(from), parts(to)];
  return major === otherMajor ? otherMinor - minor : undefined;
};
