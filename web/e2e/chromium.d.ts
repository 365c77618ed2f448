/** Software WebGL, so that the map also renders without a graphics card. */
export declare const chromiumArgs: string[];
/** Path of Chromium: from CHROMIUM, else the npm package's, unpacked once. */
export declare function chromiumPath(): Promise<string>;
