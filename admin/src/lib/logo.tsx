/** Logo of the product. */
export const LogoMark = ({ size = 26 }: { size?: number }) => <img src="/icon.svg" alt="" width={size} height={size} />;
